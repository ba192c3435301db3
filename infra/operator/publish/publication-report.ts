import type { ChangeCounts, PublicationResult } from '../../../shared/domain/publication/publication.ts';
import { restoreMayRun, restoreRunsUntil } from '../restore/running-restore.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { countedInWords, countInWords } from '../terminal/in-words.ts';

/** What came of a publication after which the newest is published. */
export type GoodResult = Extract<PublicationResult, { status: 'published' | 'unchanged' | 'superseded' }>;
/** What came of one that published nothing that should be. */
export type BadResult = Exclude<PublicationResult, GoodResult>;

export const isGood = (result: PublicationResult): result is GoodResult =>
  result.status === 'published' || result.status === 'unchanged' || result.status === 'superseded';

/** What differs from the version before: `5 added, 3 changed, 2 removed`. */
export const changesInWords = ({ added, changed, removed }: ChangeCounts): string =>
  `${countInWords(added)} added, ${countInWords(changed)} changed, ${countInWords(removed)} removed`;

const howItEnded = {
  published: 'published',
  unchanged: 'unchanged: nothing differs from what is published',
  superseded: 'superseded: a publication that began later was faster',
} as const;

/** The result of a publication, a line each for what it tells. */
export const publicationText = (result: GoodResult): string => {
  const lines = [
    ['result', howItEnded[result.status]],
    ['version', result.version],
    ['locations', countInWords(result.locations)],
    ['services', countInWords(result.capabilities)],
  ];
  if (result.status === 'published') {
    lines.push(['changes', changesInWords(result.changes)]);
    if (result.skippedRows > 0)
      lines.push([
        'skipped',
        `${countInWords(result.skippedRows)} stored rows that are no records; the log of functions names them`,
      ]);
  }
  return lines.map(([name = '', value]) => `${name.padEnd(11)}${value}`).join('\n');
};

const areWord = (count: number): string => (count === 1 ? 'is' : 'are');

type HeldResult = Extract<BadResult, { status: 'held' }>;

/** What runs, as far as can be told, and holds publications back; undefined if it stopped half-way. */
const whatRuns = ({ kind, startedAt = '', restoredFrom }: HeldResult, isRunning: boolean) => {
  if (restoredFrom === undefined)
    return isRunning
      ? `an import of ${kind} has been running since ${startedAt}, and publishes what it stores when it has come to its end`
      : undefined;
  const restore = `a restore of ${kind} from the table ${restoredFrom}`;
  if (isRunning)
    return `${restore} has been running since ${startedAt}, and what it copies is published when it has come to its end`;
  return restoreMayRun({ restoredFrom, startedAt })
    ? `${restore} began at ${startedAt}, and what it copies is published when it has come to its end. Repeat it if it was stopped; until ${restoreRunsUntil(startedAt)} it counts as running`
    : undefined;
};

/** Which import or restore holds publications back, and the way out. */
const whyHeld = (result: HeldResult, force: string, isRunning: boolean): string => {
  const { kind, startedAt, restoredFrom, endedAt } = result;
  if (startedAt === undefined) {
    return `the mark of the last import (last-import.json) cannot be read: it may have stopped half-way, and no half of it is published. Repeat the last import with --force; or publish what is stored as it is, this once: ${force}`;
  }
  if (endedAt !== undefined) {
    return restoredFrom === undefined
      ? `an import of ${kind} ended meanwhile, and publishes by itself`
      : `a restore of ${kind} ended meanwhile, and what it copied is published by itself`;
  }
  const what =
    restoredFrom === undefined ? `import of ${kind}` : `restore of ${kind} from the table ${restoredFrom}`;
  return (
    whatRuns(result, isRunning) ??
    `the ${what} that began at ${startedAt} stopped half-way, and no half of it is published. Repeat it; or publish what is stored as it is, this once: ${force}`
  );
};

/** Why nothing was published, and the way out. */
export const whyNotPublished = (
  result: BadResult,
  stack: Pick<OperatedStack, 'command'>,
  importIsRunning: boolean,
): string => {
  const force = stack.command('waypost publish --force');
  if (result.status === 'busy') {
    return `another publication is running, until ${result.until} at the latest unless it is renewed; \`${stack.command('waypost status')}\` shows how it ends, and --wait publishes after it`;
  }
  if (result.status === 'refused') {
    const { locations, previousLocations } = result;
    const counts = `${countedInWords(locations, 'location')} ${areWord(locations)} stored, ${countInWords(previousLocations)} ${areWord(previousLocations)} published`;
    return `publishing is refused: ${result.why} (${counts}). What was published before goes on being served. To publish what is stored nevertheless: ${force}`;
  }
  return whyHeld(result, force, importIsRunning);
};
