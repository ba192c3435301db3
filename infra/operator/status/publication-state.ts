import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import type { ImportReport } from '../../../shared/data-access/importing/import-report.ts';
import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import { type PublicationRun, readRuns } from '../../../shared/data-access/publishing/runs.ts';
import { UnreadableFile } from '../../local/data-directory/durable-file.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import { DamagedState } from '../../local/state.ts';
import { errorMessage } from '../error-message.ts';
import { type Serving, servingNow } from '../publish/served-catalogue.ts';
import { restoreMayRun } from '../restore/running-restore.ts';
import type { NextRun, OperatedStack } from '../stack/operated-stack.ts';
import { reportedRunningImport } from '../stack/running-import.ts';

/** An import, or a restore, that has begun to write. */
interface BegunImport {
  readonly kind: string;
  /** Table that a restore copies from; absent for imports. */
  readonly restoredFrom?: string | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Whether it goes on, or for a restore may; if not, it stopped half-way. */
  readonly isRunning: boolean;
}

/** A file of the import bucket that is being imported. */
interface FileImport extends Pick<ImportReport, 'file' | 'kind' | 'mode' | 'startedAt' | 'updatedAt'> {
  /** How many of its lines are done with. */
  readonly lines: number;
}

const fileImport = ({ file, kind, mode, startedAt, updatedAt, line }: ImportReport): FileImport => ({
  file,
  kind,
  mode,
  startedAt,
  updatedAt,
  lines: line,
});

/** All that tells whether publishing does its work. */
export interface PublicationState {
  /** A command line that works on the stack it is the state of. */
  readonly command: OperatedStack['command'];
  /** Where the key is looked for that asks whether the publication answers requests. */
  readonly keySource: OperatedStack['keySource'];
  /** Undefined where nothing is published, or what is cannot be read. */
  readonly manifest: Manifest | undefined;
  /** Whether it answers requests; undefined where there is none. */
  readonly serving: Serving | undefined;
  /** Newest first. */
  readonly runs: readonly PublicationRun[];
  /** Whether the mark of the last import could be read. */
  readonly isImportKnown: boolean;
  readonly begunImport: BegunImport | undefined;
  readonly fileImport: FileImport | undefined;
  /** Files that wait to be imported, behind that one; undefined where that cannot be told. */
  readonly waitingFiles: number | undefined;
  readonly nextRun: NextRun | undefined;
  /** Events for the publisher that were given up, oldest first; undefined where that cannot be told. */
  readonly deadLetters: readonly DeadLetter[] | undefined;
  /** What is stored of publishing and cannot be read, a sentence each. */
  readonly unreadable: readonly string[];
}

const isDamage = (error: unknown): boolean =>
  error instanceof DamagedPublication || error instanceof DamagedState || error instanceof UnreadableFile;

/** Reads parts of the state; those that are damaged are undefined, and told of with the way out. */
const partReader =
  (unreadable: string[]) =>
  async <T>(read: () => Promise<T>, wayOut = ''): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      unreadable.push(`${errorMessage(error)}${wayOut}`);
      return undefined;
    }
  };

/** Reads what is published, and how that came about. Throws StoreUnavailable. */
export const readPublicationState = async (stack: OperatedStack): Promise<PublicationState> => {
  const bucket = stack.published;
  const force = stack.command('waypost publish --force');
  const unreadable: string[] = [];
  const part = partReader(unreadable);
  const reading = await part(() => readManifest(bucket), `; to replace it: ${force}`);
  const manifest = reading?.kind === 'found' ? reading.manifest : undefined;
  const lastImport = await part(
    async () => ({ unfinished: await readUnfinishedImport(bucket) }),
    `: an import of locations or services may have stopped half-way, and nothing is published by itself until one has come to its end. Repeat the last import with --force; or publish what is stored as it is, this once: ${force}`,
  );
  const running = await reportedRunningImport(stack.imports);
  const queued = await stack.queuedFiles();
  return {
    command: stack.command,
    keySource: stack.keySource,
    manifest,
    serving: manifest && (await servingNow(stack, manifest.version)),
    runs: await readRuns(bucket),
    isImportKnown: lastImport !== undefined,
    begunImport: lastImport?.unfinished && {
      ...lastImport.unfinished,
      isRunning: restoreMayRun(lastImport.unfinished) || (await stack.importIsRunning()),
    },
    fileImport: running && fileImport(running),
    // The one that is being imported stays in the queue until it is done with.
    waitingFiles: queued === undefined ? undefined : Math.max(0, queued - (running ? 1 : 0)),
    nextRun: await part(() => stack.nextRun()),
    deadLetters: await part(() => stack.deadLetters()),
    unreadable,
  };
};
