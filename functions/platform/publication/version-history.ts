import {
  type PublicationHistory,
  publicationHistory,
} from '../../../shared/data-access/publishing/publication-history.ts';
import type { Manifest } from '../../../shared/data-access/publishing/published-manifest.ts';
import {
  type PublishedBucket,
  readObject,
  sha256Of,
} from '../../../shared/data-access/publishing/published-object.ts';
import { logger } from '../../../shared/observability/logger.ts';

const dayMilliseconds = 86_400_000;

type Entries = PublicationHistory['entries'];

const parseHistory = (bytes: Uint8Array): PublicationHistory | undefined => {
  try {
    return publicationHistory.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return undefined;
  }
};

/** The history that a manifest names, which begins anew where it cannot be read. Throws StoreUnavailable. */
export const readHistory = async (
  bucket: PublishedBucket,
  { history: { key, sha256 } }: Pick<Manifest, 'history'>,
): Promise<PublicationHistory> => {
  const reading = await readObject(bucket, key);
  const isWhole = reading.kind === 'found' && sha256Of(reading.bytes) === sha256;
  const history = isWhole ? parseHistory(reading.bytes) : undefined;
  if (history) return history;
  logger.error('the history of versions cannot be read', { key });
  return { entries: [] };
};

/** How a history goes on. */
export interface NextEntry {
  readonly history: PublicationHistory;
  readonly entry: Entries[number];
  /** How many days a version is kept after the one that followed it. */
  readonly keptDays: number;
}

/** The history with one version more, without those that were followed by another too long ago. */
export const nextHistory = ({ history, entry, keptDays }: NextEntry): PublicationHistory => {
  const oldest = Date.parse(entry.publishedAt) - keptDays * dayMilliseconds;
  const all = [...history.entries, entry];
  const supersededAt = (index: number) => Date.parse(all[index + 1]?.publishedAt ?? entry.publishedAt);
  return { entries: all.filter((_entry, index) => supersededAt(index) > oldest) };
};
