import { formatCount } from '../../domain/format-count.ts';
import { isGuarded, isImplausibleLoss } from '../../domain/publication/publication.ts';
import type { ImportKind, ImportMode } from './import-kinds.ts';
import type { LineOrigin } from './import-lines.ts';
import type { ImportSummary } from './import-report.ts';

interface ImportOutcome {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly summary: ImportSummary;
  readonly dryRun?: boolean;
  /** Whether the import is published regardless of losses. A file's `force` option does not apply to the publication. */
  readonly force?: boolean;
  /** Whether the removed records are sample data, whose removal needs no warning. */
  readonly replacesSample?: boolean;
  readonly checks: { warnings(): readonly string[] };
}

/** Yields warnings about a completed import, each as one sentence. */
export function* importWarnings(outcome: ImportOutcome): Generator<string> {
  const { mode, summary, checks } = outcome;
  const { read, failed, kept } = summary;
  // A replacement without a valid line is rejected instead.
  if (mode === 'merge' && read === failed) yield 'the input has no valid line, so nothing was merged';
  if (kept > 0) yield `stored records kept unchanged, because their lines are bad: ${kept}`;
  const removal = removalWarning(outcome);
  if (removal !== undefined) yield removal;
  yield* checks.warnings();
}

/** Returns a warning about a large loss; undefined if none is needed. */
export const removalWarning = (outcome: Omit<ImportOutcome, 'mode' | 'checks'>): string | undefined => {
  const { kind, summary, dryRun = false, force = false, replacesSample = false } = outcome;
  // Most availability reports end within days, so a large loss is normal.
  if (replacesSample || kind === 'availability') return undefined;
  const { changed, unchanged, kept, removed } = summary;
  const before = removed + unchanged + changed + kept;
  if (!isImplausibleLoss(removed, before)) return undefined;
  const fate = dryRun ? 'would be removed' : `${removed === 1 ? 'was' : 'were'} removed`;
  const refusal =
    isGuarded(kind) && !force ? '; publishing the result would be rejected unless it is forced' : '';
  return `the input leaves out ${removed} of ${formatCount(before, 'stored record')}, which ${fate}${refusal}`;
};

/** Maximum number of items in a sentence. Further items are only counted. */
const maxListed = 10;

/** Formats at most ten items as `a, b and 3 more`. */
export const formatList = (items: readonly (string | number)[]): string => {
  const more = items.length - maxListed;
  return `${items.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Formats a warning about these items, with their number: `problem (2): a, b`. Empty if there are none. */
export const listWarning = (
  problem: string,
  items: readonly string[],
  count: number | string = items.length,
): readonly string[] => (items.length === 0 ? [] : [`${problem} (${count}): ${formatList(items)}`]);

/** Maximum length of a name in a sentence. A line may contain a name of up to 400 KiB. */
const maxNameLength = 60;

/** Formats a name for a sentence: shortened, and quoted if it could be mistaken for a part of the sentence. */
export const formatName = (name: string): string => {
  const characters = [...name];
  const shortened =
    characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength).join('')}…`;
  return /^[\p{L}\p{N}_.[\]-]+$/u.test(name) ? shortened : JSON.stringify(shortened);
};

/** Maximum number of distinct names for each problem. Further names are dropped. */
const maxNames = 100;

/** Counts by name. `last` ensures that each line is counted once. */
type NameCounts = Map<string, { lines: number; readonly first: LineOrigin; last: LineOrigin }>;

/** Creates a counter of names by problem. Each name is counted once per line. Memory use is bounded. */
export const nameCounts = () => {
  const found = new Map<string, NameCounts>();
  return {
    add(problem: string, name: string, origin: LineOrigin): void {
      const counts: NameCounts = found.get(problem) ?? new Map();
      found.set(problem, counts);
      const count = counts.get(name);
      if (!count) {
        // One name more than the maximum is kept, to show that there are more.
        if (counts.size <= maxNames) counts.set(name, { lines: 1, first: origin, last: origin });
      } else if (count.last !== origin) {
        count.lines += 1;
        count.last = origin;
      }
    },
    /** Returns the warning about a problem. `noun` is the kind of record in a line, such as `location`. */
    warning: (problem: string, noun: string): readonly string[] => {
      const counts = [...(found.get(problem) ?? [])];
      const names = counts
        .slice(0, maxNames)
        .sort(([, one], [, other]) => other.lines - one.lines)
        .map(
          ([name, { lines, first }]) =>
            `${formatName(name)} (${formatCount(lines, noun)}, ${lines === 1 ? '' : 'first '}in line ${first.line})`,
        );
      const isCut = counts.length > maxNames;
      return listWarning(problem, names, isCut ? `more than ${maxNames}` : names.length);
    },
  };
};
