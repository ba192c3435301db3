import type { Run } from '../command.ts';
import { exitCodes } from '../errors.ts';
import { formatChanges } from '../publish/publish.ts';
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
} from '../terminal/text.ts';
import { describeEnd, readStatus, type Status } from './state.ts';

/** `waypost status`; the exit code is 1 if something requires action. Throws OperatorError. */
export const statusCommand: Run<object> = async ({ json, openStack }) => {
  const stack = await openStack();
  // Command lines in wrapped text stay on one line.
  const command = (words: string) => (json ? stack.command(words) : unbroken(stack.command(words)));
  const now = new Date();
  const status = await readStatus({ ...stack, command }, now, json ? (key) => key : shortName);
  return {
    data: status,
    text: statusText(status, stack.keySource, now),
    exit: status.isWell ? exitCodes.done : exitCodes.failed,
  };
};

/** Describes the state for people, in 80 columns. */
const statusText = (status: Status, keySource: string, now: Date): string => {
  const { published, refusedOrFailedRuns, problems } = status;
  const list = (heading: string, entries: readonly string[]) =>
    [heading, ...entries.map((entry) => labelled('- ', entry))].join('\n');
  return [
    facts(status, keySource, now)
      .map(([name, text]) => labelled(name.padEnd(14), text))
      .join('\n'),
    ...(published ? [filesTable(published)] : []),
    ...(refusedOrFailedRuns.length > 0
      ? [list('RECENTLY REFUSED OR FAILED', joinRuns(refusedOrFailedRuns))]
      : []),
    ...(problems.length > 0 ? [list('ACTION REQUIRED', problems)] : []),
  ].join('\n\n');
};

type Fact = readonly [string, string];

const facts = (status: Status, keySource: string, now: Date): readonly Fact[] => {
  const { published, lastRun, deadLetters } = status;
  const files = describeFiles(status);
  return [
    ...(published
      ? publishedFacts(published, describeServing(status, keySource), now)
      : [fact('version', 'none')]),
    fact(
      'last run',
      lastRun ? `${describeRun(lastRun)}; took ${formatDuration(lastRun.durationMilliseconds)}` : 'none',
    ),
    fact('next run', describeNextRun(status, now)),
    fact('import', describeImport(status)),
    ...(files === undefined ? [] : [fact('files', files)]),
    fact(
      'dead letters',
      deadLetters
        ? formatCount(deadLetters.total).replace(/^0$/, 'none')
        : 'unknown here: an alarm reports events that were given up',
    ),
  ];
};

const fact = (name: string, text: string): Fact => [name, text];

type Published = NonNullable<Status['published']>;

const publishedFacts = (
  { version, publishedAt, locations, services, changes, full }: Published,
  serving: string,
  now: Date,
): readonly Fact[] => [
  fact('version', `${version}, ${serving}`),
  fact('published', formatInstant(publishedAt, now)),
  fact('locations', formatCount(locations)),
  fact('services', formatCount(services)),
  fact('changes', `${formatChanges(changes)}${changes.since === undefined ? '' : ` since ${changes.since}`}`),
  // Changes are published without full exports, which follow on the schedule.
  ...(full.version === version
    ? []
    : [fact('exports', `of version ${full.version}, ${formatDistance(new Date(full.generatedAt), now)}`)]),
];

const toSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

const formatInstant = (instant: string, now: Date): string =>
  `${toSeconds(instant)}, ${formatDistance(new Date(instant), now)}`;

const describeServing = ({ serving, servedBy }: Status, keySource: string): string => {
  const by = servedBy.join();
  if (serving === 'served') return 'being served';
  if (serving === 'not served') return by ? `being served only by ${by}` : 'not being served';
  return by
    ? `being served by ${by}; the other is unknown to the key in ${keySource}`
    : `whether it is being served is unknown without a key in ${keySource}`;
};

type ShownRun = NonNullable<Status['lastRun']>;

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
  const { kind, startedAt, restoredFrom, isRunning } = unfinishedImport;
  const what = restoredFrom === undefined ? `of ${kind}` : `restore of ${kind} from ${restoredFrom}`;
  return `${what}, ${isRunning ? 'running since' : 'stopped halfway; began at'} ${toSeconds(startedAt)}`;
};

const describeFiles = ({ fileImport, waitingFiles }: Status): string | undefined => {
  const parts: string[] = [];
  if (fileImport)
    parts.push(
      `${shortName(fileImport.file)} is being imported, ${formatCounted(fileImport.lines, 'line')} done`,
    );
  if (waitingFiles)
    parts.push(waitingFiles === 1 ? '1 file waits' : `${formatCount(waitingFiles)} files wait`);
  return parts.length > 0 ? parts.join('; ') : undefined;
};

const filesTable = ({ files }: Published): string =>
  textTable(
    ['FILE', 'RECORDS', 'SIZE'],
    files.map(({ name, records, bytes }) => [name, formatCount(records), formatSize(bytes)]),
    [1, 2],
  );
