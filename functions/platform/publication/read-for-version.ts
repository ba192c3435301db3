import type { Manifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { NetworkReading } from '../../../shared/data-access/publishing/staging/network-tables.ts';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import type {
  NetworkCounts,
  PublicationResult,
} from '../../../shared/domain/location/publication/publication.ts';
import { contentDigestOf } from './content-digest.ts';
import { refusalOfRead } from './implausible-network.ts';
import { stageLocations } from './stage-locations.ts';
import type { VersionPorts, VersionRequest } from './version-request.ts';

/** A network that was read and may be published. */
export interface ReadNetwork extends NetworkReading {
  readonly counts: NetworkCounts;
  readonly contentDigest: string;
}

/** Result of reading the tables: a network to publish, or why there is none. */
export type ReadingAnswer =
  | { readonly left: PublicationResult }
  | { readonly left?: undefined; readonly read: ReadNetwork };

/** Reads the tables, and decides whether to publish them. Throws StoreUnavailable. */
export const readForVersion = async (
  staged: StagedNetwork,
  { readNetwork }: VersionPorts,
  request: VersionRequest,
  former: Manifest | undefined,
): Promise<ReadingAnswer> => {
  const reading = await readNetwork(stageLocations(staged));
  const halfRead = await request.importMeanwhile();
  if (halfRead) return { left: halfRead };

  const locations = staged.locationCount();
  const counts = { locations, capabilities: reading.capabilities.length };
  const refusal = refusalOfRead(request, { reading, locations, former });
  if (refusal) return { left: refusal };
  const contentDigest = contentDigestOf(staged, reading.capabilities);
  if (request.onlyChanges && former?.contentDigest === contentDigest) {
    return { left: { status: 'unchanged', version: former.version, ...counts } };
  }
  return { read: { ...reading, counts, contentDigest } };
};
