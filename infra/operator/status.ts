import { posix } from 'node:path';
import { readUnfinishedImport } from '../../shared/data-access/importing/import-mark.ts';
import type { ImportReport } from '../../shared/data-access/importing/import-report.ts';
import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../shared/data-access/publishing/manifest.ts';
import { type PublicationRun, readRuns } from '../../shared/data-access/publishing/runs.ts';
import { workCentreFormatNames } from '../../shared/domain/publication/work-centre-export.ts';
import { UnreadableFile } from '../local/data-directory/durable-file.ts';
import type { DeadLetter } from '../local/jobs/read-jobs.ts';
import { DamagedState } from '../local/state.ts';
import type { Run } from './command.ts';
import { errorMessage, exitCodes } from './errors.ts';
import { describeMark, explainHold, fileOf, mayRun, readRunningImport } from './import/running-import.ts';
import { formatChanges } from './publish/publish.ts';
import { describeServing, servingNow } from './publish/serving.ts';
import type { OperatedStack } from './stack/operated-stack.ts';
import {
  formatCount,
  formatCounted,
  formatDistance,
  formatDuration,
  formatSize,
  labelled,
  shortName,
  textTable,
  unbroken,
} from './terminal/text.ts';

/** `waypost status`; the exit code is 1 if something requires action. Throws OperatorError, StoreUnavailable. */
export const statusCommand: Run<object> = async ({ json, openStack }) => {
  const stack = await openStack();
  // Command lines in wrapped text stay on one line.
  const command = (words: string) => (json ? stack.command(words) : unbroken(stack.command(words)));
  const now = new Date();
  const status = await readStatus({ ...stack, command }, now, json ? (key) => key : shortName);
  return {
    data: status,
    text: describeStatus(status, stack.keySource, now),
    exit: status.isWell ? exitCodes.done : exitCodes.failed,
  };
};

/** Refused and failed runs that are shown. */
const maxFailedRuns = 5;

/** Periods of the schedule after which the exports are too old: one run may be missed. */
const maxPeriods = 2;

/** State of publishing, as `--json` prints it. */
type Status = Awaited<ReturnType<typeof readStatus>>;

/** Reads the state of publishing, with what requires action. `formatKey` formats a key, which may have 1,024 characters. */
const readStatus = async (stack: OperatedStack, now: Date, formatKey: (key: string) => string) => {
  const { command } = stack;
  const force = command('waypost publish --force');
  const problems: string[] = [];
  /** Reads one part; a damaged one is undefined, and reported with what to do. */
  const part = async <T>(read: () => Promise<T>, remedy = ''): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!damages.some((type) => error instanceof type)) throw error;
      problems.push(`${errorMessage(error)}${remedy}`);
      return undefined;
    }
  };
  const reading = await part(() => readManifest(stack.published), `; to replace it: ${force}`);
  const manifest = reading?.kind === 'found' ? reading.manifest : undefined;
  const { remedy } = await explainHold(stack, { kind: 'unknown' });
  const lastImport = await part(
    async () => ({ unfinished: await readUnfinishedImport(stack.published) }),
    `, and nothing is published automatically until an import has ended. ${remedy}`,
  );
  const unfinished = lastImport?.unfinished;
  const isRunning = unfinished !== undefined && (await mayRun(stack.imports, unfinished));
  const running = await readRunningImport(stack.imports);
  const queued = await stack.queuedFiles();
  const serving = manifest && (await servingNow(stack, manifest.version));
  const runs = (await readRuns(stack.published)).map(withDuration);
  const nextRun = await part(() => stack.nextRun());
  const letters = await part(() => stack.deadLetters());
  const files = (letters ?? []).filter(isOfFile);
  const eventsSince = (letters ?? []).filter((letter) => !isOfFile(letter) && isAfter(letter, manifest));

  if (!manifest && problems.length === 0)
    problems.push(`nothing is published yet: waypost import, or ${command('waypost publish')}`);
  if (serving?.state === 'not served')
    problems.push(`not all requests are answered from what is published: ${serving.lags.join(', ')}`);
  const age = manifest ? now.getTime() - Date.parse(manifest.full.generatedAt) : 0;
  if (nextRun && age > maxPeriods * nextRun.period)
    problems.push(
      `the full exports are ${formatDuration(age)} old, and should be published every ${formatDuration(nextRun.period)}`,
    );
  // A run that an import held back says nothing about publishing.
  const lastOwn = runs.find(({ outcome }) => outcome.status !== 'held');
  if (lastOwn?.outcome.status === 'refused')
    problems.push(
      `the last publication was ${describeEnd(lastOwn)}. Correct what is stored, or publish it anyway: ${force}`,
    );
  if (lastOwn?.outcome.status === 'failed')
    problems.push(
      `the last publication ${describeEnd(lastOwn)}. The log of functions tells more; to try again: ${command('waypost publish')}`,
    );
  if (unfinished && !isRunning) {
    const hold = await explainHold(stack, unfinished);
    problems.push(`${hold.message}. ${hold.remedy}`);
  }
  const lastEvent = eventsSince.at(-1);
  if (lastEvent)
    problems.push(
      `${formatCounted(eventsSince.length, 'event')} for the publisher ${eventsSince.length === 1 ? 'was' : 'were'} given up, and no publication came after: ${lastEvent.why} (${lastEvent.at})`,
    );
  const lastFile = files.at(-1);
  if (lastFile) {
    const key = fileOf(lastFile);
    const file = key === undefined ? 'unknown' : formatKey(key);
    // The reason may repeat the name.
    const why = key ? lastFile.why.replaceAll(key, () => file) : lastFile.why;
    problems.push(
      `${formatCounted(files.length, 'file')} in the import bucket ${files.length === 1 ? 'was' : 'were'} given up, the last one ${file}: ${why} (${lastFile.at}). To try again: ${command('waypost redrive')}; to delete it, add --discard`,
    );
  }

  const last = letters?.at(-1);
  return {
    isWell: problems.length === 0,
    problems,
    published: manifest ? publishedFacts(manifest, now) : null,
    served: serving?.version ?? null,
    servedBy: serving?.by ?? [],
    /** Whether all requests are answered from the published version; `unknown` without a key. */
    serving: serving?.state ?? null,
    lastRun: runs[0] ?? null,
    nextRunAt: nextRun?.at ?? null,
    publishEverySeconds: nextRun ? nextRun.period / 1_000 : null,
    refusedOrFailedRuns: runs
      .filter(({ outcome: { status } }) => status === 'refused' || status === 'failed')
      .slice(0, maxFailedRuns),
    /** Whether the mark of the last import could be read. */
    isImportKnown: lastImport !== undefined,
    unfinishedImport: unfinished ? { ...unfinished, isRunning } : null,
    fileImport: running ? fileImportFacts(running) : null,
    /** The file that is being imported stays in the queue until it is finished; null if unknown. */
    waitingFiles: queued === undefined ? null : Math.max(0, queued - (running ? 1 : 0)),
    deadLetters: letters
      ? {
          total: letters.length,
          sinceGenerated: eventsSince.length,
          last: last ? { at: last.at, source: last.source, why: last.why } : null,
        }
      : null,
  };
};

const fileImportFacts = ({ file, kind, mode, startedAt, updatedAt, line: lines }: ImportReport) => ({
  file,
  kind,
  mode,
  startedAt,
  updatedAt,
  lines,
});

const damages = [DamagedPublication, DamagedState, UnreadableFile];

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

/** Describes how a run of the publisher ended, with the reason if it published nothing. */
const describeEnd = ({ outcome }: PublicationRun): string => {
  switch (outcome.status) {
    case 'refused':
    case 'failed':
      return `${outcome.status}: ${outcome.why}`;
    case 'held':
      return outcome.startedAt === undefined
        ? 'held back, because the mark of the last import cannot be read'
        : `held back by the ${describeMark(outcome)}`;
    default:
      return outcome.status;
  }
};

/** Whether a dead letter is a file to import, which no publication makes up for. */
const isOfFile = ({ source }: DeadLetter): boolean => source.kind === 'queue';

/** Whether no later full publication has made up for a dead letter: it publishes all that is stored. */
const isAfter = ({ at }: DeadLetter, manifest: Manifest | undefined): boolean =>
  !manifest || Date.parse(at) > Date.parse(manifest.full.generatedAt);

/** Describes the state for people, in 80 columns. */
const describeStatus = (status: Status, keySource: string, now: Date): string => {
  const { published, refusedOrFailedRuns, problems, lastRun, deadLetters } = status;
  const facts: readonly (readonly [string, string | false])[] = [
    [
      'version',
      published
        ? `${published.version}, ${describeServing({ state: status.serving ?? 'unknown', by: status.servedBy }, keySource)}`
        : 'none',
    ],
    ...(published ? describePublished(published, now) : []),
    [
      'last run',
      lastRun ? `${describeRun(lastRun)}; took ${formatDuration(lastRun.durationMilliseconds)}` : 'none',
    ],
    ['next run', describeNextRun(status, now)],
    ['import', describeImport(status)],
    ['files', describeFiles(status)],
    [
      'dead letters',
      deadLetters
        ? formatCount(deadLetters.total).replace(/^0$/, 'none')
        : 'unknown here: an alarm reports events that were given up',
    ],
  ];
  const lines = facts.flatMap(([name, text]) => (text === false ? [] : labelled(name.padEnd(14), text)));
  const list = (heading: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [[heading, ...entries.map((entry) => labelled('- ', entry))].join('\n')];
  return [
    lines.join('\n'),
    ...(published ? [filesTable(published)] : []),
    ...list('RECENTLY REFUSED OR FAILED', joinRuns(refusedOrFailedRuns)),
    ...list('ACTION REQUIRED', problems),
  ].join('\n\n');
};

const toSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

const formatInstant = (instant: string, now: Date): string =>
  `${toSeconds(instant)}, ${formatDistance(new Date(instant), now)}`;

type Published = NonNullable<Status['published']>;

const describePublished = (
  { version, publishedAt, locations, services, changes, full }: Published,
  now: Date,
): [string, string | false][] => [
  ['published', formatInstant(publishedAt, now)],
  ['locations', formatCount(locations)],
  ['services', formatCount(services)],
  ['changes', `${formatChanges(changes)}${changes.since === undefined ? '' : ` since ${changes.since}`}`],
  // Changes are published without full exports, which follow on the schedule.
  [
    'exports',
    full.version !== version &&
      `of version ${full.version}, ${formatDistance(new Date(full.generatedAt), now)}`,
  ],
];

type ShownRun = ReturnType<typeof withDuration>;

const describeRun = (run: ShownRun, more = ''): string =>
  `${toSeconds(run.startedAt)} (${run.reason}${run.forced ? ', forced' : ''})${more}: ${describeEnd(run)}`;

/** Describes runs, consecutive ones with the same end in one sentence. */
const joinRuns = (runs: readonly ShownRun[]): readonly string[] => {
  const groups: { readonly newest: ShownRun; count: number }[] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group && describeEnd(group.newest) === describeEnd(run)) group.count += 1;
    else groups.push({ newest: run, count: 1 });
  }
  return groups.map(({ newest, count }) =>
    describeRun(newest, count === 1 ? '' : ` and ${formatCounted(count - 1, 'run')} before it`),
  );
};

const describeNextRun = ({ nextRunAt, publishEverySeconds }: Status, now: Date): string => {
  if (nextRunAt !== null) return formatInstant(nextRunAt, now);
  return publishEverySeconds === null ? 'none' : `every ${formatDuration(publishEverySeconds * 1_000)}`;
};

const describeImport = ({ isImportKnown, unfinishedImport }: Status): string => {
  if (!isImportKnown) return 'unknown';
  if (!unfinishedImport) return 'none unfinished';
  const { startedAt, isRunning } = unfinishedImport;
  const what = describeMark(unfinishedImport);
  return `${what}, ${isRunning ? 'running since' : 'stopped halfway; began at'} ${toSeconds(startedAt)}`;
};

const describeFiles = ({ fileImport, waitingFiles }: Status): string | false => {
  const imported =
    fileImport &&
    `${shortName(fileImport.file)} is being imported, ${formatCounted(fileImport.lines, 'line')} done`;
  const waiting =
    waitingFiles && `${formatCounted(waitingFiles, 'file')} ${waitingFiles === 1 ? 'waits' : 'wait'}`;
  return [imported, waiting].filter(Boolean).join('; ') || false;
};

const filesTable = ({ files }: Published): string =>
  textTable(
    ['FILE', 'RECORDS', 'SIZE'],
    files.map(({ name, records, bytes }) => [name, formatCount(records), formatSize(bytes)]),
    [1, 2],
  );
