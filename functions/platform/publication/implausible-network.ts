import { isImplausibleLoss, type PublishedKind } from '../../../shared/domain/publication/publication.ts';
import type { Succession } from './previous-version.ts';

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
  return describeLoss('locations', before + removed, full.locations);
};

const lostServices = ({ network, manifest, previous }: Succession): string | undefined => {
  if (!manifest) return undefined;
  const published = manifest.counts.capabilities;
  if (!previous) return describeLossByCount('services', published, network.capabilities.length);
  const stored = new Set(network.capabilities.map(({ serviceCode }) => serviceCode));
  const gone = previous.network.capabilities.filter(({ serviceCode }) => !stored.has(serviceCode)).length;
  return describeLoss('services', gone, published);
};

/** Without a comparison, only so many are known to be gone as the network has shrunk by. */
const describeLossByCount = (kind: PublishedKind, published: number, stored: number): string | undefined => {
  const loss = describeLoss(kind, published - stored, published);
  return loss && `at least ${loss}`;
};

/** Single bad rows are skipped, but many mean damaged tables or a wrong schema. */
const tooManyBadRows = ({ network, skippedRows, isFull }: Succession): string | undefined => {
  const rows = network.records.length + network.capabilities.length + skippedRows;
  if (!isFull || skippedRows * oneRowOf <= rows) return undefined;
  return `${skippedRows} of ${rows} rows are invalid`;
};

/** More than one bad row in this many is refused. */
const oneRowOf = 10;

const describeLoss = (kind: PublishedKind, gone: number, published: number): string | undefined =>
  isImplausibleLoss(gone, published)
    ? `${gone} of ${published} published ${kind} ${gone === 1 ? 'is' : 'are'} gone, more than a tenth`
    : undefined;
