import {
  type Manifest,
  manifestFormat,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
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

/** What was read, and is to be published. */
export interface ReadNetwork extends NetworkReading {
  readonly counts: NetworkCounts;
  readonly contentDigest: string;
}

/** What became of reading the tables: something to publish, or why there is not. */
export type ReadingAnswer =
  | { readonly left: PublicationResult }
  | { readonly left?: undefined; readonly read: ReadNetwork };

/** Reads the tables, and looks whether what they hold should be published. Throws StoreUnavailable. */
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
  // What the release before published is replaced by the first run of this one, whatever that is for.
  const isReplaced = former?.format !== manifestFormat || former.contentDigest !== contentDigest;
  if (request.onlyChanges && former && !isReplaced) {
    return { left: { status: 'unchanged', version: former.version, ...counts } };
  }
  return { read: { ...reading, counts, contentDigest } };
};
