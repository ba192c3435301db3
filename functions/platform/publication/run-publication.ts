import { NewerPublicationFormat } from '../../../shared/data-access/publishing/damaged-publication.ts';
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
import { importSince, importState } from './import-in-the-way.ts';
import { publishVersion } from './publish-version.ts';
import type { VersionPorts, VersionRequest } from './version-request.ts';

/** What a publisher reads and writes, and makes names from. */
export interface PublisherPorts extends VersionPorts {
  /** Six hex digits, by which runs of the same millisecond differ. */
  readonly randomHex: () => string;
}

/** Why a publication is made, and what it may do. */
export interface RunRequest {
  readonly reason: string;
  /** Publishes what is implausible, half an import, and over the manifest of a newer release. */
  readonly force: boolean;
  /** Whether nothing need be published where nothing has changed. */
  readonly onlyChanges: boolean;
  /** Of which any number may be gone. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether it is sent again until it is done, as often as every few seconds. */
  readonly comesAgain: boolean;
  /** When the newest change that it is for was made, in milliseconds of the epoch; absent where that is unknown. */
  readonly newestChange?: number | undefined;
}

const publishUnderLease = async (
  ports: PublisherPorts,
  { force, onlyChanges, mayLose }: RunRequest,
  lease: PublicationLease,
  importMeanwhile: VersionRequest['importMeanwhile'],
): Promise<PublicationResult> => {
  const { bucket, now, randomHex } = ports;
  // Read under the lease: nobody else moves it meanwhile.
  const former = await readFormerManifest(bucket);
  if (former.kind === 'unreadable') {
    if (former.why instanceof NewerPublicationFormat && !force) throw former.why;
    logger.error('the manifest cannot be read and is replaced', { error: former.why });
  }
  const formerVersion = former.kind === 'found' ? former.manifest.version : undefined;
  const version = versionAfter(formerVersion, now(), randomHex());
  return publishVersion(ports, { version, former, lease, force, onlyChanges, mayLose, importMeanwhile });
};

/** What failed and why, as far as the errors tell: what a store said stands in the cause. */
const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const why = `${error.name}: ${error.message}`;
  return error.cause === undefined ? why : `${why} (${inWords(error.cause)})`;
};

/** Publishes, and writes down how that ended. What is published is so, whether or not it could be written down. */
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
    // The record is the lease holder's, who is another by then.
    if (!(error instanceof LeaseLost)) await record({ status: 'failed', why: inWords(error) });
    throw error;
  }
};

/**
 * Publishes, unless its changes were read already, another run is at it or an import has not come to its end. Throws
 * StoreUnavailable, DamagedPublication, IncompleteExport, NewerPublicationFormat or LeaseLost; what was published
 * before stays then.
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

  const imports = request.force ? undefined : await importState(bucket);
  if (imports?.inTheWay) return imports.inTheWay;
  const importMeanwhile = async () => (imports ? importSince(bucket, imports.last) : undefined);

  const answer = await takeLease(bucket, { holder: `${new Date(now()).toISOString()}-${randomHex()}`, now });
  if (answer.kind === 'busy') return { status: 'busy', until: answer.until };

  const { lease } = answer;
  try {
    return await recorded(ports, request, () => publishUnderLease(ports, request, lease, importMeanwhile));
  } finally {
    // Changes may come every few seconds: clearing up is left to the runs of the schedule and of operators.
    await endRun(ports, lease, { clearUp: !request.comesAgain });
  }
};
