import { posix } from 'node:path';
import { readUnfinishedImport } from '../../shared/data-access/importing/import-mark.ts';
import type { ImportReport } from '../../shared/data-access/importing/import-report.ts';
import { readOverrides } from '../../shared/data-access/location-changes/override-table.ts';
import {
  DamagedPublication,
  type Manifest,
  readManifest,
} from '../../shared/data-access/publishing/manifest.ts';
import { readRollbackHold } from '../../shared/data-access/publishing/rollback-hold.ts';
import { type PublicationRun, readRuns } from '../../shared/data-access/publishing/runs.ts';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import { type OverrideState, overrideStates } from '../../shared/domain/location/overrides/overrides.ts';
import { workCentreFormatNames } from '../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { UnreadableFile } from '../local/data-directory/durable-file.ts';
import { DamagedState } from '../local/state.ts';
import type { Run } from './command.ts';
import { deadLetterProblems } from './dead-letters.ts';
import { errorMessage, exitCodes, fullMessage } from './errors.ts';
import {
  describeMark,
  describeRollback,
  explainHold,
  mayRun,
  readRunningImport,
} from './import/running-import.ts';
import { describeExamples, formatChanges } from './publish/publish.ts';
import { closedLocations } from './publish/rollback.ts';
import { describeServing, servingNow } from './publish/serving.ts';
import { type OperatedStack, tableOf } from './stack/operated-stack.ts';
import { importedLocations } from './stack/stored-network.ts';
import {
  formatCount,
  formatCounted,
  formatDistance,
  formatDuration,
  formatSize,
  labelled,
  nonBreaking,
  shortName,
  textTable,
} from './terminal/text.ts';

export const statusCommand: Run<object> = async ({ json, openStack }) => {
  const stack = await openStack();
  // In wrapped text, command lines must stay on one line.
  const command = (words: string) => (json ? stack.command(words) : nonBreaking(stack.command(words)));
  const now = new Date();
  const status = await readStatus({ ...stack, command }, now, json ? (key) => key : shortName);
  return {
    data: status,
    text: describeStatus(status, stack.keySource, now),
    exit: status.isWell ? exitCodes.done : exitCodes.failed,
  };
};

const maxFailedRuns = 5;

type Status = Awaited<ReturnType<typeof readStatus>>;

const damages = [DamagedPublication, DamagedState, UnreadableFile];

/** Reads the state of publishing. `formatKey` shortens file keys of up to 1,024 characters. Throws StoreUnavailable. */
export const readStatus = async (stack: OperatedStack, now: Date, formatKey: (key: string) => string) => {
  const { command } = stack;
  const problems: string[] = [];
  /** Reads one part of the status. If it is damaged, returns undefined and adds a problem with `remedy`. */
  const part = async <T>(read: () => Promise<T>, remedy = ''): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!damages.some((type) => error instanceof type)) throw error;
      problems.push(`${errorMessage(error)}${remedy}`);
      return undefined;
    }
  };
  const replace = `; to replace it: ${command('waypost publish --force')}`;
  const reading = await part(() => readManifest(stack.published), replace);
  const manifest = reading?.kind === 'found' ? reading.manifest : undefined;
  const { remedy } = await explainHold(stack, { kind: 'unknown' });
  const lastImport = await part(
    async () => ({ unfinished: await readUnfinishedImport(stack.published) }),
    `. Nothing is published automatically until an import has finished. ${remedy}`,
  );
  const unfinished = lastImport?.unfinished;
  const isRunning = unfinished !== undefined && (await mayRun(stack.imports, unfinished));
  const running = await readRunningImport(stack.imports);
  const queued = await stack.queuedFiles();
  const hold = await readRollbackHold(stack.published);
  const serving = manifest && (await servingNow(stack, manifest.version));
  const runs = (await readRuns(stack.published)).map(withDuration);
  // Runs that were blocked by an import do not show whether publishing works.
  const lastAttempt = runs.find(({ outcome }) => outcome.status !== 'held');
  const lastPublished = runs.map(({ outcome }) => outcome).find((outcome) => outcome.status === 'published');
  const nextRun = await part(() => stack.nextRun());
  const letters = await part(() => stack.deadLetters());
  const deadLetters =
    letters && deadLetterProblems(letters, manifest?.full.generatedAt, { command, formatKey });
  const changesByHand = await summariseOverrides(stack, now).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    problems.push(`the manual changes could not be read: ${errorMessage(error)}`);
    return null;
  });

  const exportsAge = manifest ? now.getTime() - Date.parse(manifest.full.generatedAt) : 0;
  const attempt = lastAttempt?.outcome;
  /** In order; false or undefined if the problem does not exist. */
  const found = [
    !manifest &&
      problems.length === 0 &&
      `nothing is published yet. Run waypost import or ${command('waypost publish')}`,
    serving?.state === 'not served' &&
      `the published version is not served everywhere: ${serving.lags.join(', ')}`,
    nextRun &&
      !hold &&
      exportsAge > maxPeriods * nextRun.period &&
      `the full exports are ${formatDuration(exportsAge)} old, but should be published every ${formatDuration(nextRun.period)}`,
    attempt?.status === 'refused' &&
      `the last publication was rejected: ${attempt.why}. Correct the stored records, or publish them anyway: ${command('waypost publish --force')}`,
    attempt?.status === 'failed' &&
      `the last publication failed: ${attempt.why}. For details, see the functions' log. To try again: ${command('waypost publish')}`,
    lastPublished &&
      lastPublished.skippedRows > 0 &&
      `the last full publication left out ${formatCounted(lastPublished.skippedRows, 'stored row')} that cannot be read; the functions' log names them. Import these records again, then run ${command('waypost publish')}`,
  ];
  problems.push(...found.filter((problem) => typeof problem === 'string'));
  if (hold) {
    const rollback = hold === 'unreadable' ? undefined : hold;
    problems.push(fullMessage(await explainHold(stack, { kind: 'rollback', rollback })));
    const closed = manifest && (await part(() => closedLocations(stack.published, manifest.version, now)));
    if (closed?.length)
      problems.push(
        `${formatCounted(closed.length, 'location')} ${closed.length === 1 ? 'has' : 'have'} closed, but ${closed.length === 1 ? 'is' : 'are'} still served because of the rollback: ${closed.slice(0, 10).join(', ')}`,
      );
  }
  if (unfinished && !isRunning) problems.push(fullMessage(await explainHold(stack, unfinished)));
  const { invalid = [] } = changesByHand ?? {};
  if (invalid.length > 0)
    problems.push(
      `${formatCounted(invalid.length, 'manual change')} ${invalid.length === 1 ? 'is' : 'are'} no longer valid, and therefore ignored: ${invalid.slice(0, 10).join(', ')}. Unset or replace them: ${command('waypost locations unset')}`,
    );
  problems.push(...(deadLetters?.problems ?? []));

  return {
    isWell: problems.length === 0,
    problems,
    published: manifest ? publishedFacts(manifest, now) : null,
    served: serving?.version ?? null,
    servedBy: serving?.by ?? [],
    /** Whether all requests are served from the published version; `unknown` if there is no key to check with. */
    serving: serving?.state ?? null,
    lastRun: runs[0] ?? null,
    nextRunAt: nextRun?.at ?? null,
    publishEverySeconds: nextRun ? nextRun.period / 1_000 : null,
    refusedOrFailedRuns: runs
      .filter(({ outcome: { status } }) => status === 'refused' || status === 'failed')
      .slice(0, maxFailedRuns),
    /** If the last publication was rejected, examples of what it would have changed. */
    rejectedExamples: attempt?.status === 'refused' ? attempt.examples : [],
    isImportKnown: lastImport !== undefined,
    /** Rollback that holds publications back; `unreadable` if its record is damaged. */
    rollback: hold ?? null,
    unfinishedImport: unfinished ? { ...unfinished, isRunning } : null,
    fileImport: running ? importFacts(running) : null,
    changesByHand,
    /** Excludes the file that is being imported, which stays in the queue until its import ends. Null if unknown. */
    waitingFiles: queued === undefined ? null : Math.max(0, queued - (running ? 1 : 0)),
    deadLetters: deadLetters?.summary ?? null,
  };
};

/** Number of schedule periods after which the exports are too old. Allows for one missed run. */
const maxPeriods = 2;

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
    changes: { added, changed, removed, since },
    full: { version: full.version, generatedAt: full.generatedAt },
    /** Files that clients download or functions load. `name` is the name in the version's folder. */
    files: [
      ...workCentreFormatNames.map((format) => full.exports[format]),
      changes.file,
      manifest.removed,
      { records: counts.locations, ...manifest.snapshot },
    ].map((file) => ({ name: posix.basename(file.key), ...file })),
  };
};

const importFacts = ({ file, kind, mode, startedAt, updatedAt, line }: ImportReport) => {
  return { file, kind, mode, startedAt, updatedAt, lines: line };
};

const withDuration = (run: PublicationRun) => ({
  ...run,
  // 0 if the clock was set back during the run.
  durationMilliseconds: Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt)),
});

const describeEnd = ({ outcome }: PublicationRun): string => {
  switch (outcome.status) {
    case 'refused':
      return `rejected: ${outcome.why}`;
    case 'failed':
      return `failed: ${outcome.why}`;
    case 'held':
      if (outcome.kind === 'rollback') return `held back by the ${describeRollback(outcome.rollback)}`;
      return outcome.startedAt === undefined
        ? 'held back, because the marker of the last import cannot be read'
        : `held back by the ${describeMark(outcome)}`;
    default:
      return outcome.status;
  }
};

const describeStatus = (status: Status, keySource: string, now: Date): string => {
  const { published, refusedOrFailedRuns, rejectedExamples, problems, lastRun, deadLetters } = status;
  const serving = { state: status.serving ?? 'unknown', by: status.servedBy } as const;
  const facts: Readonly<Record<string, string | false>> = {
    version: published ? `${published.version}, ${describeServing(serving, keySource)}` : 'none',
    ...(published && describePublished(published, now)),
    'last run': lastRun
      ? `${describeRun(lastRun)}; took ${formatDuration(lastRun.durationMilliseconds)}`
      : 'none',
    'next run': describeNextRun(status, now),
    import: describeImport(status),
    'manual changes': status.changesByHand ? describeOverrides(status.changesByHand) : 'unknown',
    files: describeFiles(status),
    'dead letters': deadLetters
      ? formatCount(deadLetters.total).replace(/^0$/, 'none')
      : 'unknown here; alarms report them',
  };
  const lines = Object.entries(facts).flatMap(([name, text]) =>
    text === false ? [] : labelled(name.padEnd(16), text),
  );
  const list = (heading: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [[heading, ...entries.map((entry) => labelled('- ', entry))].join('\n')];
  return [
    lines.join('\n'),
    ...(published ? [filesTable(published)] : []),
    ...list('RECENTLY REJECTED OR FAILED', joinRuns(refusedOrFailedRuns)),
    ...(rejectedExamples.length > 0
      ? [`EXAMPLES FROM THE LAST REJECTION\n${describeExamples(rejectedExamples)}`]
      : []),
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
) => ({
  published: formatInstant(publishedAt, now),
  locations: formatCount(locations),
  services: formatCount(services),
  changes: `${formatChanges(changes)}${changes.since === undefined ? '' : ` since ${changes.since}`}`,
  // Publications of single changes do not update the full exports, which follow on the schedule.
  exports:
    full.version !== version &&
    `of version ${full.version}, ${formatDistance(new Date(full.generatedAt), now)}`,
});

type ShownRun = ReturnType<typeof withDuration>;

const describeRun = (run: ShownRun, more = ''): string =>
  `${toSeconds(run.startedAt)} (${run.reason}${run.forced ? ', forced' : ''})${more}: ${describeEnd(run)}`;

/** Describes runs. Consecutive runs with the same outcome share a sentence. */
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
  if (!unfinishedImport) return isImportKnown ? 'none unfinished' : 'unknown';
  const state = unfinishedImport.isRunning ? 'running since' : 'stopped halfway; started at';
  return `${describeMark(unfinishedImport)}, ${state} ${toSeconds(unfinishedImport.startedAt)}`;
};

const describeFiles = ({ fileImport, waitingFiles }: Status): string | false => {
  const imported =
    fileImport &&
    `${shortName(fileImport.file)} is being imported, ${formatCounted(fileImport.lines, 'line')} done`;
  const waiting = waitingFiles && `${formatCounted(waitingFiles, 'file')} waiting`;
  return [imported, waiting].filter(Boolean).join('; ') || false;
};

const filesTable = ({ files }: Published): string =>
  textTable(files.map(({ name, records, bytes }) => ({ file: name, records, size: formatSize(bytes) })));

/** Counts manual changes, and lists those to check, such as `310003_PO (phone_number)`. */
const summariseOverrides = async (stack: OperatedStack, now: Date) => {
  const overrides = await readOverrides(tableOf(stack, 'locationChanges'));
  const imported = await importedLocations(stack, overrides.keys());
  const states = [...overrides.values()].flatMap(({ id, fields }) =>
    Object.entries(overrideStates(imported.get(id), fields, now))
      .filter(([, state]) => state !== 'ended')
      .map(([name, state]) => ({ code: id, name, state })),
  );
  const inState = (wanted: OverrideState) =>
    states
      .filter(({ state }) => state === wanted)
      .map(({ code, name }) => `${code} (${name})`)
      .sort(byCodeUnit);
  return {
    fields: states.length,
    locations: new Set(states.map(({ code }) => code)).size,
    contradicted: inState('contradicted'),
    confirmed: inState('confirmed'),
    orphaned: inState('orphaned'),
    invalid: inState('invalid'),
  };
};

const maxNamed = 3;

const remarkable = [
  ['contradicted', 'now have a different value in the file'],
  ['confirmed', 'match the file and can be unset'],
  ['orphaned', 'belong to locations that are no longer in the file'],
] as const;

export const describeOverrides = (summary: Awaited<ReturnType<typeof summariseOverrides>>): string => {
  if (summary.fields === 0) return 'none';
  const remarks = remarkable.flatMap(([state, description]) => {
    const named = summary[state];
    const more = named.length > maxNamed ? ', …' : '';
    return named.length === 0
      ? []
      : [`${formatCount(named.length)} ${description}: ${named.slice(0, maxNamed).join(', ')}${more}`];
  });
  const fields = `${formatCounted(summary.fields, 'field')} of ${formatCounted(summary.locations, 'location')}`;
  return [fields, ...remarks].join('; ');
};
