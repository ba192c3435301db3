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

const noHistory: PublicationHistory = { entries: [] };

const readHistory = async (bucket: PublishedBucket, { history }: Manifest): Promise<PublicationHistory> => {
  const reading = await readObject(bucket, history.key);
  if (reading.kind !== 'found' || sha256Of(reading.bytes) !== history.sha256) return noHistory;
  const parsed = publicationHistory.safeParse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
  if (parsed.success) return parsed.data;
  logger.error('the history of versions cannot be read', { key: history.key });
  return noHistory;
};

export interface NextEntry {
  readonly bucket: PublishedBucket;
  /** The version that is published now, whose history goes on. */
  readonly former: Manifest | undefined;
  readonly entry: PublicationHistory['entries'][number];
  /** Whether what changed is told against the former version: if not, nobody finds the way from there. */
  readonly continues: boolean;
  /** How long the files of superseded versions are kept. */
  readonly keptDays: number;
}

/** The history with one version more, without those whose files may be gone. Throws StoreUnavailable. */
export const nextHistory = async ({
  bucket,
  former,
  entry,
  continues,
  keptDays,
}: NextEntry): Promise<PublicationHistory> => {
  const { entries } = former && continues ? await readHistory(bucket, former) : noHistory;
  const oldest = Date.parse(entry.publishedAt) - keptDays * dayMilliseconds;
  const kept = entries.filter(({ publishedAt }) => Date.parse(publishedAt) > oldest);
  return { entries: [...kept, entry] };
};
