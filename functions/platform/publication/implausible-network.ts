import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import { type GuardedKind, isImplausibleLoss } from '../../../shared/domain/publication/publication.ts';
import type { PublicationCandidate } from './previous-version.ts';

/** A network with more than one bad row per this number of rows is rejected. */
const minRowsPerBadRow = 10;

/** Returns why a network must not be published without force; undefined if it is plausible or only `mayLose` shrank. */
export const whyImplausible = (
  candidate: PublicationCandidate,
  mayLose: GuardedKind | undefined,
): string | undefined => {
  const { network, skippedRows, isFull, manifest, previous } = candidate;
  const losses = manifest ? lossesSince(manifest, candidate) : [];
  const loss = losses.find((each) => each.kind !== mayLose && isImplausibleLoss(each.gone, each.published));
  if (loss) {
    const { kind, gone, published } = loss;
    const are = gone === 1 ? 'is' : 'are';
    const why = `${gone} of ${published} published ${kind} ${are} gone, more than a tenth`;
    return previous ? why : `at least ${why}`;
  }
  // Single bad rows are skipped, but many mean damaged tables or a wrong schema.
  const rows = network.records.length + network.capabilities.length + skippedRows;
  return isFull && skippedRows * minRowsPerBadRow > rows
    ? `${skippedRows} of ${rows} rows are invalid`
    : undefined;
};

interface Loss {
  readonly kind: GuardedKind;
  readonly gone: number;
  readonly published: number;
}

const lossesSince = (
  { counts, full }: Manifest,
  { network, previous, changes }: PublicationCandidate,
): Loss[] => {
  const { locations, capabilities } = counts;
  // Without a comparison, only the difference in size is known.
  if (!previous)
    return [
      { kind: 'locations', gone: locations - network.records.length, published: locations },
      { kind: 'services', gone: capabilities - network.capabilities.length, published: capabilities },
    ];
  // Counted from the last full exports, because many small losses can add up to a large one.
  const since = Date.parse(full.generatedAt);
  const before = previous.tombstones.filter(({ removedAt }) => Date.parse(removedAt) > since).length;
  const removed = changes.filter(({ kind }) => kind === 'removed').length;
  const stored = new Set(network.capabilities.map(({ serviceCode }) => serviceCode));
  const services = previous.network.capabilities.filter(({ serviceCode }) => !stored.has(serviceCode)).length;
  return [
    { kind: 'locations', gone: before + removed, published: full.locations },
    { kind: 'services', gone: services, published: capabilities },
  ];
};
