import { posix } from 'node:path';
import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../../shared/data-access/publishing/manifest.ts';
import { type PublicationRun, readRuns } from '../../../shared/data-access/publishing/runs.ts';
import { workCentreFormatNames } from '../../../shared/domain/publication/work-centre-export.ts';
import { UnreadableFile } from '../../local/data-directory/durable-file.ts';
import type { DeadLetter } from '../../local/jobs/read-jobs.ts';
import { DamagedState } from '../../local/state.ts';
import { errorMessage } from '../errors.ts';
import { fileOf, readRunningImport, restoreMayRun } from '../import/running-import.ts';
import { type Serving, servingNow } from '../publish/serving.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { formatCounted, formatDuration } from '../terminal/text.ts';

/** Refused and failed runs that are shown. */
const maxFailedRuns = 5;

/** State of publishing, as `--json` prints it. */
export type Status = Awaited<ReturnType<typeof readStatus>>;

/**
 * Reads the state of publishing, with what requires action. `formatKey` formats a key of the import bucket in a sentence,
 * which may have 1,024 characters. Throws StoreUnavailable.
 */
export const readStatus = async (stack: OperatedStack, now: Date, formatKey: (key: string) => string) => {
  const force = stack.command('waypost publish --force');
  const problems: string[] = [];
  /** Reads one part; a damaged one is undefined, and reported with what to do. */
  const part = async <T>(read: () => Promise<T>, remedy = ''): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      problems.push(`${errorMessage(error)}${remedy}`);
      return undefined;
    }
  };
  const reading = await part(() => readManifest(stack.published), `; to replace it: ${force}`);
  const manifest = reading?.kind === 'found' ? reading.manifest : undefined;
  const lastImport = await part(
    async () => ({ unfinished: await readUnfinishedImport(stack.published) }),
    `: an import of locations or services may have stopped halfway, and nothing is published automatically until one has ended. Repeat the last import with --force; or publish what is stored as it is, this once: ${force}`,
  );
  const running = await readRunningImport(stack.imports);
  const unfinished = lastImport?.unfinished;
  const unfinishedImport = unfinished && {
    ...unfinished,
    /** Whether it runs, or for a restore may run; otherwise it stopped halfway. */
    isRunning: restoreMayRun(unfinished) || running !== undefined,
  };
  const queued = await stack.queuedFiles();
  const serving = manifest && (await servingNow(stack, manifest.version));
  const runs = await readRuns(stack.published);
  const nextRun = await part(() => stack.nextRun());
  const letters = await part(() => stack.deadLetters());
  const lettersSince = (letters ?? []).filter((letter) => !isOfFile(letter) && isAfter(letter, manifest));
  if (manifest) problems.push(...publishedProblems(manifest, serving, nextRun?.period, now));
  else if (problems.length === 0)
    problems.push(`nothing is published yet: waypost import, or ${stack.command('waypost publish')}`);
  problems.push(...runProblems(runs, stack.command));
  if (unfinishedImport && !unfinishedImport.isRunning)
    problems.push(
      `the ${describeUnfinished(unfinishedImport)} stopped halfway, and nothing is published until it is repeated; or publish what is stored as it is, this once: ${force}`,
    );
  problems.push(
    ...letterProblems(lettersSince),
    ...fileProblems((letters ?? []).filter(isOfFile), formatKey, stack.command),
  );
  const last = letters?.at(-1);
  return {
    isWell: problems.length === 0,
    problems,
    published: manifest ? publishedFacts(manifest, now) : null,
    served: serving?.version ?? null,
    servedBy: serving?.by ?? [],
    /** Whether all requests are answered from the published version; `unknown` without a key. */
    serving: serving?.state ?? null,
    lastRun: runs[0] ? withDuration(runs[0]) : null,
    nextRunAt: nextRun?.at ?? null,
    publishEverySeconds: nextRun ? nextRun.period / 1_000 : null,
    refusedOrFailedRuns: runs.filter(isFailed).slice(0, maxFailedRuns).map(withDuration),
    /** Whether the mark of the last import could be read. */
    isImportKnown: lastImport !== undefined,
    unfinishedImport: unfinishedImport ?? null,
    fileImport: running
      ? {
          file: running.file,
          kind: running.kind,
          mode: running.mode,
          startedAt: running.startedAt,
          updatedAt: running.updatedAt,
          lines: running.line,
        }
      : null,
    /** The file that is being imported stays in the queue until it is finished; null if unknown. */
    waitingFiles: queued === undefined ? null : Math.max(0, queued - (running ? 1 : 0)),
    deadLetters: letters
      ? {
          total: letters.length,
          sinceGenerated: lettersSince.length,
          last: last ? { at: last.at, source: last.source, why: last.why } : null,
        }
      : null,
  };
};

const isDamage = (error: unknown): boolean =>
  error instanceof DamagedPublication || error instanceof DamagedState || error instanceof UnreadableFile;

const publishedFacts = (manifest: Manifest, now: Date) => {
  const { version, generatedAt, publishedAt, counts, changes, full } = manifest;
  const { since, added, changed, removed } = changes;
  return {
    version,
    generatedAt,
    publishedAt,
    ageSeconds: Math.floor((now.getTime() - Date.parse(publishedAt)) / 1_000),
    locations: counts.locations,
    services: counts.capabilities,
    changes: { added, changed, removed, ...(since !== undefined && { since }) },
    full: { version: full.version, generatedAt: full.generatedAt },
    /** Files that clients download and functions answer from, with their names in the folder of the version. */
    files: [
      ...workCentreFormatNames.map((format) => full.exports[format]),
      changes.file,
      manifest.removed,
      { records: counts.locations, ...manifest.snapshot },
    ].map((file) => ({ name: posix.basename(file.key), ...file })),
  };
};

const withDuration = (run: PublicationRun) => ({
  ...run,
  // 0 if the clock was set back meanwhile.
  durationMilliseconds: Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt)),
});

/** Whether a run published nothing though it should have. */
const isFailed = ({ outcome }: PublicationRun): boolean =>
  outcome.status === 'refused' || outcome.status === 'failed';

/** Describes how a run of the publisher ended, with the reason if it published nothing. */
export const describeEnd = ({ outcome }: Pick<PublicationRun, 'outcome'>): string => {
  switch (outcome.status) {
    case 'refused':
    case 'failed':
      return `${outcome.status}: ${outcome.why}`;
    case 'held':
      return outcome.startedAt === undefined
        ? 'held back, because the mark of the last import cannot be read'
        : `held back by ${outcome.restoredFrom === undefined ? 'an import' : 'a restore'} of ${outcome.kind}`;
    default:
      return outcome.status;
  }
};

const describeUnfinished = ({
  kind,
  startedAt,
  restoredFrom,
}: NonNullable<Awaited<ReturnType<typeof readUnfinishedImport>>>): string =>
  `${restoredFrom === undefined ? `import of ${kind}` : `restore of ${kind} from the table ${restoredFrom}`} that began at ${startedAt}`;

/** Periods of the schedule after which the exports are too old: one run may be missed. */
const maxPeriods = 2;

function* publishedProblems(
  { full }: Manifest,
  serving: Serving | undefined,
  period: number | undefined,
  now: Date,
): Generator<string> {
  if (serving?.state === 'not served')
    yield `not all requests are answered from what is published: ${serving.lags.join(', ')}`;
  const age = now.getTime() - Date.parse(full.generatedAt);
  if (period && age > maxPeriods * period)
    yield `the full exports are ${formatDuration(age)} old, and should be published every ${formatDuration(period)}`;
}

function* runProblems(runs: readonly PublicationRun[], command: OperatedStack['command']): Generator<string> {
  // A run that an import held back says nothing about publishing.
  const last = runs.find(({ outcome }) => outcome.status !== 'held');
  if (last?.outcome.status === 'refused')
    yield `the last publication was ${describeEnd(last)}. Correct what is stored, or publish it anyway: ${command('waypost publish --force')}`;
  if (last?.outcome.status === 'failed')
    yield `the last publication ${describeEnd(last)}. The log of functions tells more; to try again: ${command('waypost publish')}`;
}

/** Whether a dead letter is a file to import, which no publication makes up for. */
const isOfFile = ({ source }: DeadLetter): boolean => source.kind === 'queue';

/** Whether no later full publication has made up for a dead letter: it publishes all that is stored. */
const isAfter = ({ at }: DeadLetter, manifest: Manifest | undefined): boolean =>
  !manifest || Date.parse(at) > Date.parse(manifest.full.generatedAt);

function* letterProblems(letters: readonly DeadLetter[]): Generator<string> {
  const last = letters.at(-1);
  if (last)
    yield `${formatCounted(letters.length, 'event')} for the publisher ${letters.length === 1 ? 'was' : 'were'} given up, and no publication came after: ${last.why} (${last.at})`;
}

function* fileProblems(
  files: readonly DeadLetter[],
  formatKey: (key: string) => string,
  command: OperatedStack['command'],
): Generator<string> {
  const last = files.at(-1);
  if (!last) return;
  const key = fileOf(last);
  const file = key === undefined ? 'unknown' : formatKey(key);
  // The reason may repeat the name.
  const why = key ? last.why.replaceAll(key, () => file) : last.why;
  yield `${formatCounted(files.length, 'file')} in the import bucket ${files.length === 1 ? 'was' : 'were'} given up, the last one ${file}: ${why} (${last.at}). To try again: ${command('waypost redrive')}; to delete it, add --discard`;
}
