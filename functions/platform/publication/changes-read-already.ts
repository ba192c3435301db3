import { readFormerManifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import {
  type PublicationRun,
  readRuns,
} from '../../../shared/data-access/publishing/runs/publication-runs.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';
import type { VersionPorts } from './version-request.ts';

/**
 * Milliseconds by which a run must have begun after a change to have certainly read it. DynamoDB rounds the time of a
 * change down to the second, and its clock may differ from the publisher's.
 */
const margin = 5_000;

/** A run that read the tables and left nothing unpublished. */
interface Look {
  /** Epoch milliseconds; reading began after this. */
  readonly began: number;
  readonly version: string;
}

/**
 * Returns the last complete run, unless its time is in the future: the clock then went back and the time says nothing.
 * `runs` are newest first.
 */
const lastLook = (runs: readonly PublicationRun[], now: number): Look | undefined => {
  let later = now;
  for (const { startedAt, endedAt, outcome } of runs) {
    const began = Date.parse(startedAt);
    const ended = Date.parse(endedAt);
    if (began > ended || ended > later) return undefined;
    if (outcome.status === 'published' || outcome.status === 'unchanged') {
      return { began, version: outcome.version };
    }
    later = began;
  }
  return undefined;
};

/**
 * Returns the result of a run for changes if an earlier run has already read all of them, so that it ends without
 * taking the lease. `newestChange` is in epoch milliseconds. Undefined if the run must read the tables itself. Throws
 * StoreUnavailable.
 */
export const changesReadAlready = async (
  { bucket, now }: Pick<VersionPorts, 'bucket' | 'now'>,
  newestChange: number,
): Promise<PublicationResult | undefined> => {
  const runs = await readRuns(bucket);
  const look = lastLook(runs, now());
  if (look === undefined || look.began <= newestChange + margin) return undefined;
  const former = await readFormerManifest(bucket);
  // The version of that run may have been lost since.
  if (former.kind !== 'found' || former.manifest.version < look.version) return undefined;
  const { version, counts } = former.manifest;
  return { status: 'unchanged', version, ...counts };
};
