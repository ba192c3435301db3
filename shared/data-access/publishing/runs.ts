import * as z from 'zod/mini';
import { runsKey } from '../../domain/publication/object-keys.ts';
import { publicationResult } from '../../domain/publication/publication.ts';
import { type Bucket, readJson } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';

const maxRuns = 50;

/** One publisher run that held the lease: its time, reason and result. */
const publicationRun = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  reason: z.string(),
  forced: z.boolean(),
  outcome: z.union([publicationResult, z.object({ status: z.literal('failed'), why: z.string() })]),
});
export type PublicationRun = z.infer<typeof publicationRun>;

const publicationRuns = z.object({ runs: z.array(publicationRun) });

/** Reads the last 50 runs that held the lease, newest first; none if the record is damaged. Throws StoreUnavailable. */
export const readRuns = async (bucket: Bucket): Promise<readonly PublicationRun[]> =>
  (await readJson(bucket, runsKey, publicationRuns))?.data?.runs ?? [];

/** Records a run. Call it only while holding the lease, which prevents concurrent writes. Throws StoreUnavailable. */
export const recordRun = async (bucket: Bucket, run: PublicationRun): Promise<void> => {
  const runs = [run, ...(await readRuns(bucket))].slice(0, maxRuns);
  await putJson(bucket, 'recording the run', { key: runsKey, content: publicationRuns.parse({ runs }) });
};
