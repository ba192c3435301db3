import * as z from 'zod/mini';
import { runsKey } from '../../domain/publication/object-keys.ts';
import { publicationResult } from '../../domain/publication/publication.ts';
import { type Bucket, readObject } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';

const maxRuns = 50;

/** One run of the publisher that had the lease: time, reason and result. */
const publicationRun = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  reason: z.string(),
  forced: z.boolean(),
  outcome: z.union([publicationResult, z.object({ status: z.literal('failed'), why: z.string() })]),
});
export type PublicationRun = z.infer<typeof publicationRun>;

const publicationRuns = z.object({ runs: z.array(publicationRun) });

const parseRuns = (bytes: Uint8Array): readonly PublicationRun[] => {
  try {
    return publicationRuns.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).runs;
  } catch {
    // The record is only informative, so one that is damaged is started afresh.
    return [];
  }
};

/**
 * Reads the last runs, newest first, at most 50, without those that found another run at work. Throws StoreUnavailable.
 */
export const readRuns = async (bucket: Bucket): Promise<readonly PublicationRun[]> => {
  const reading = await readObject(bucket, runsKey);
  return reading.kind === 'found' ? parseRuns(reading.bytes) : [];
};

/** Adds a run. Call it only with the lease, which prevents concurrent writes. Throws StoreUnavailable. */
export const recordRun = async (bucket: Bucket, run: PublicationRun): Promise<void> => {
  const runs = [run, ...(await readRuns(bucket))].slice(0, maxRuns);
  await putJson(bucket, 'recording the run', { key: runsKey, content: publicationRuns.parse({ runs }) });
};
