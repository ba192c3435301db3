import { readFormerManifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import {
  LeaseLost,
  type PublicationLease,
  takeLease,
} from '../../../shared/data-access/publishing/runs/publication-lease.ts';
import {
  type PublicationRun,
  recordRun,
} from '../../../shared/data-access/publishing/runs/publication-runs.ts';
import type {
  PublicationResult,
  PublishedKind,
} from '../../../shared/domain/location/publication/publication.ts';
import { versionAfter } from '../../../shared/domain/location/publication/publication-version.ts';
import { logger } from '../../../shared/observability/logger.ts';
import { changesReadAlready } from './changes-read-already.ts';
import { endRun } from './end-run.ts';
import { importSince, importState } from './pending-import.ts';
import { publishVersion } from './publish-version.ts';
import type { VersionPorts, VersionRequest } from './version-request.ts';

/** Ports of the publisher. */
export interface PublisherPorts extends VersionPorts {
  /** Returns six hex digits, which distinguish runs that begin in the same millisecond. */
  readonly randomHex: () => string;
}

/** Reason and permissions of a run. */
export interface RunRequest {
  readonly reason: string;
  /** Whether to publish an implausible network or an unfinished import. */
  readonly force: boolean;
  /** Whether to publish nothing if the content is unchanged. */
  readonly onlyChanges: boolean;
  /** Kind of record whose loss is not checked: an import was forced, or replaces the sample. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether the event is redelivered until it succeeds, as often as every few seconds. */
  readonly comesAgain: boolean;
  /** Time of the newest change of the batch in epoch milliseconds; absent if unknown. */
  readonly newestChange?: number | undefined;
}

const publishUnderLease = async (
  ports: PublisherPorts,
  { force, onlyChanges, mayLose }: RunRequest,
  lease: PublicationLease,
  importMeanwhile: VersionRequest['importMeanwhile'],
): Promise<PublicationResult> => {
  const { bucket, now, randomHex } = ports;
  // Read under the lease, so that no other run moves it meanwhile.
  const former = await readFormerManifest(bucket);
  if (former.kind === 'unreadable') {
    logger.error('the manifest cannot be read and is replaced', { error: former.why });
  }
  const formerVersion = former.kind === 'found' ? former.manifest.version : undefined;
  const version = versionAfter(formerVersion, now(), randomHex());
  return publishVersion(ports, { version, former, lease, force, onlyChanges, mayLose, importMeanwhile });
};

/** Describes an error with its causes, which hold what a store answered. */
const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const why = `${error.name}: ${error.message}`;
  return error.cause === undefined ? why : `${why} (${inWords(error.cause)})`;
};

/** Publishes, and records the result of the run. A failure to record it does not undo the publication. */
const recorded = async (
  { bucket, now }: PublisherPorts,
  { reason, force }: RunRequest,
  publish: () => Promise<PublicationResult>,
): Promise<PublicationResult> => {
  const startedAt = new Date(now()).toISOString();
  const record = async (outcome: PublicationRun['outcome']): Promise<void> => {
    const run = { startedAt, endedAt: new Date(now()).toISOString(), reason, forced: force, outcome };
    await recordRun(bucket, run).catch((error: unknown) =>
      logger.error('the run could not be recorded', { error }),
    );
  };
  try {
    const result = await publish();
    await record(result);
    return result;
  } catch (error) {
    // Only the holder of the lease may record runs, and that is another run by now.
    if (!(error instanceof LeaseLost)) await record({ status: 'failed', why: inWords(error) });
    throw error;
  }
};

/**
 * Publishes, unless its changes were read already, another run has the lease or an import is unfinished. Throws
 * StoreUnavailable, DamagedPublication, IncompleteExport or LeaseLost; the former version stays published then.
 */
export const runPublication = async (
  ports: PublisherPorts,
  request: RunRequest,
): Promise<PublicationResult> => {
  const { bucket, now, randomHex } = ports;
  const { newestChange } = request;
  const readAlready = newestChange !== undefined && (await changesReadAlready(ports, newestChange));
  // Not recorded as a run: it has read nothing itself.
  if (readAlready) return readAlready;

  const imports = await importState(bucket);
  if (imports.pending && !request.force) return imports.pending;
  const importMeanwhile = () => importSince(bucket, imports);

  const answer = await takeLease(bucket, { holder: `${new Date(now()).toISOString()}-${randomHex()}`, now });
  if (answer.kind === 'busy') return { status: 'busy', until: answer.until };

  const { lease } = answer;
  try {
    return await recorded(ports, request, () => publishUnderLease(ports, request, lease, importMeanwhile));
  } finally {
    // Changes may come every few seconds, so only scheduled runs and operators' runs clear up.
    await endRun(ports, lease, { clearUp: !request.comesAgain });
  }
};
