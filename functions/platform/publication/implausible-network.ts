import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { NetworkReading } from '../../../shared/data-access/publishing/network-tables.ts';
import type { Change } from '../../../shared/domain/publication/changes.ts';
import { describeBadRows, describeLoss } from '../../../shared/domain/publication/network.ts';
import type { PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { Network } from './compare.ts';
import type { PreviousVersion } from './previous-version.ts';

/** A network that may be published, and the version that it follows. */
export interface Succession {
  readonly network: Network;
  readonly reading: NetworkReading;
  /** Whether all rows were read, not only some that have changed. */
  readonly isFull: boolean;
  readonly manifest: Manifest | undefined;
  /** Absent if nothing is published, or the published version is damaged. */
  readonly previous: PreviousVersion | undefined;
  readonly changes: readonly Change[];
}

/**
 * Returns why a network must not be published, unless it is forced; undefined if it is plausible. The loss of one kind
 * of record may be allowed.
 */
export const whyImplausible = (
  succession: Succession,
  mayLose: PublishedKind | undefined,
): string | undefined =>
  (mayLose === 'locations' ? undefined : lostLocations(succession)) ??
  (mayLose === 'services' ? undefined : lostServices(succession)) ??
  tooManyBadRows(succession);

const lostLocations = ({ network, manifest, previous, changes }: Succession): string | undefined => {
  if (!manifest) return undefined;
  if (!previous) return describeLossByCount('locations', manifest.counts.locations, network.records.length);
  const removed = changes.filter(({ kind }) => kind === 'removed').length;
  // Counted from the last full exports, because small losses by one change after another can add up to a large one.
  const { full } = manifest;
  const since = Date.parse(full.generatedAt);
  const before = previous.tombstones.filter(({ removedAt }) => Date.parse(removedAt) > since).length;
  return describeLoss({ kind: 'locations', published: full.locations, gone: before + removed });
};

const lostServices = ({ network, manifest, previous }: Succession): string | undefined => {
  if (!manifest) return undefined;
  const published = manifest.counts.capabilities;
  if (!previous) return describeLossByCount('services', published, network.capabilities.length);
  const stored = new Set(network.capabilities.map(({ serviceCode }) => serviceCode));
  const gone = previous.network.capabilities.filter(({ serviceCode }) => !stored.has(serviceCode)).length;
  return describeLoss({ kind: 'services', published, gone });
};

/** Without a comparison, only so many are known to be gone as the network has shrunk by. */
const describeLossByCount = (kind: PublishedKind, published: number, stored: number): string | undefined => {
  const loss = describeLoss({ kind, published, gone: published - stored });
  return loss && `at least ${loss}`;
};

const tooManyBadRows = ({ reading, isFull }: Succession): string | undefined => {
  const { records, capabilities, skippedRows } = reading;
  if (!isFull) return undefined;
  return describeBadRows({ locations: records.length, capabilities: capabilities.length, skippedRows });
};
