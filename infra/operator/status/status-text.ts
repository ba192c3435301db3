import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';
import { changesInWords } from '../publish/publication-report.ts';
import {
  countedInWords,
  countInWords,
  distanceInWords,
  durationInWords,
  eventsInWords,
  sizeInWords,
} from '../terminal/in-words.ts';
import { shortName } from '../terminal/short-name.ts';
import { textTable } from '../terminal/text-table.ts';
import { labelled } from '../terminal/wrapped-text.ts';
import type { PublicationState } from './publication-state.ts';
import { durationOf, filesOf, type Status, troublesOf } from './publication-status.ts';
import { runEnding } from './run-ending.ts';

const inSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

const servingInWords = ({ serving, keySource }: PublicationState): string => {
  if (serving?.state === 'served') return 'being served';
  const by = serving?.by.join() ?? '';
  if (serving?.state === 'not served') return by ? `being served by ${by} alone` : 'not being served';
  if (by) return `being served by ${by}; the other is unknown to the key in ${keySource}`;
  return `whether it is being served is unknown without a key in ${keySource}`;
};

const published = (state: PublicationState, now: Date): (readonly [string, string])[] => {
  const { manifest } = state;
  if (!manifest) return [['version', 'none']];
  const { version, publishedAt, counts, changes, full } = manifest;
  const generatedAt = new Date(full.generatedAt);
  const since = changes.since === undefined ? '' : ` since ${changes.since}`;
  return [
    ['version', `${version}, ${servingInWords(state)}`],
    ['published', `${inSeconds(publishedAt)}, ${distanceInWords(new Date(publishedAt), now)}`],
    ['locations', countInWords(counts.locations)],
    ['services', countInWords(counts.capabilities)],
    ['changes', `${changesInWords(changes)}${since}`],
    // Changes are published without full exports, which follow on the schedule.
    ...(full.version === version
      ? []
      : [['exports', `of version ${full.version}, ${distanceInWords(generatedAt, now)}`] as const]),
  ];
};

const runLine = (run: PublicationRun): string =>
  `${inSeconds(run.startedAt)} (${run.reason}${run.forced ? ', forced' : ''}): ${runEnding(run)}`;

const lastRun = (run: PublicationRun | undefined): string =>
  run ? `${runLine(run)}; took ${durationInWords(durationOf(run))}` : 'none';

const importInWords = ({ isImportKnown, begunImport }: PublicationState): string => {
  if (!isImportKnown) return 'unknown';
  if (!begunImport) return 'none unfinished';
  const { kind, startedAt, restoredFrom, isRunning } = begunImport;
  const what = restoredFrom === undefined ? `of ${kind}` : `restore of ${kind} from ${restoredFrom}`;
  return `${what}, ${isRunning ? 'running since' : 'stopped half-way; began at'} ${inSeconds(startedAt)}`;
};

/** Of the files in the import bucket; nothing where none is being imported or waits. */
const filesInWords = ({ fileImport, waitingFiles = 0 }: PublicationState): string | undefined => {
  const told: string[] = [];
  if (fileImport) {
    const lines = countedInWords(fileImport.lines, 'line');
    told.push(`${shortName(fileImport.file)} is being imported, ${lines} done`);
  }
  if (waitingFiles > 0)
    told.push(waitingFiles === 1 ? '1 file waits' : `${countInWords(waitingFiles)} files wait`);
  return told.length > 0 ? told.join('; ') : undefined;
};

const nextRunInWords = (nextRun: PublicationState['nextRun'], now: Date): string => {
  if (!nextRun) return 'none';
  const { at, period } = nextRun;
  return at === undefined
    ? `every ${durationInWords(period)}`
    : `${inSeconds(at)}, ${distanceInWords(new Date(at), now)}`;
};

const givenUpInWords = (deadLetters: PublicationState['deadLetters']): string => {
  if (!deadLetters) return 'unknown here: an alarm tells of events that were given up';
  return deadLetters.length === 0 ? 'no events' : eventsInWords(deadLetters.length);
};

const factsText = ({ state, now }: Status): string => {
  const { runs, nextRun, deadLetters } = state;
  const files = filesInWords(state);
  const facts: (readonly [string, string])[] = [
    ...published(state, now),
    ['last run', lastRun(runs[0])],
    ['next run', nextRunInWords(nextRun, now)],
    ['import', importInWords(state)],
    ...(files === undefined ? [] : [['files', files] as const]),
    ['given up', givenUpInWords(deadLetters)],
  ];
  return facts.map(([name, text]) => labelled(name.padEnd(11), text)).join('\n');
};

const filesText = (manifest: Manifest): string => {
  const rows = filesOf(manifest).map(({ name, records, bytes }) => [
    name,
    countInWords(records),
    sizeInWords(bytes),
  ]);
  return textTable(['FILE', 'RECORDS', 'SIZE'], rows, [1, 2]);
};

const listText = (heading: string, entries: readonly string[]): string =>
  [heading, ...entries.map((entry) => labelled('- ', entry))].join('\n');

/** Everything for people, in 80 columns. */
export const statusText = (status: Status): string => {
  const { state, problems } = status;
  const troubles = troublesOf(state.runs);
  return [
    factsText(status),
    ...(state.manifest ? [filesText(state.manifest)] : []),
    ...(troubles.length > 0 ? [listText('REFUSED OR FAILED OF LATE', troubles.map(runLine))] : []),
    ...(problems.length > 0 ? [listText('NEEDS A PERSON', problems)] : []),
  ].join('\n\n');
};
