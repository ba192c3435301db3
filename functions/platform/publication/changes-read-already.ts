import {
  manifestFormat,
  readFormerManifest,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import {
  type PublicationRun,
  readRuns,
} from '../../../shared/data-access/publishing/runs/publication-runs.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';
import type { VersionPorts } from './version-request.ts';

/**
 * Milliseconds by which a run must have begun after a change to have read it for certain. DynamoDB rounds the time of a
 * change down to the second, and its clock need not be that of the publisher.
 */
const margin = 5_000;

/** A run that read all that was stored, and left nothing of it unpublished. */
interface Look {
  /** Milliseconds of the epoch: it began to read after that. */
  readonly began: number;
  readonly version: string;
}

/** The last look, unless the clock went back since: its time says nothing then. `runs` are newest first. */
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
 * How a run for changes ends whose newest was made at that time, in milliseconds of the epoch, where a run has read all
 * of them: at once, and without the lease, so that it keeps nobody waiting. Undefined where it must read the tables
 * itself. Throws StoreUnavailable.
 */
export const changesReadAlready = async (
  { bucket, now }: Pick<VersionPorts, 'bucket' | 'now'>,
  newestChange: number,
): Promise<PublicationResult | undefined> => {
  const runs = await readRuns(bucket);
  const look = lastLook(runs, now());
  if (look === undefined || look.began <= newestChange + margin) return undefined;
  const former = await readFormerManifest(bucket);
  // What that run published, or found published, may have been lost since.
  if (former.kind !== 'found' || former.manifest.version < look.version) return undefined;
  if (former.manifest.format !== manifestFormat) return undefined;
  const { version, counts } = former.manifest;
  return { status: 'unchanged', version, ...counts };
};
