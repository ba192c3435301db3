import { formatCount } from '../../domain/format-count.ts';
import { isGuarded, isImplausibleLoss } from '../../domain/publication/publication.ts';
import type { ImportKind, ImportMode } from './import-kinds.ts';
import type { LineOrigin } from './import-lines.ts';
import type { ImportSummary } from './import-report.ts';

export interface ImportOutcome {
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
  if (mode === 'merge' && read === failed)
    yield read === 0
      ? 'the input has no lines: nothing was merged'
      : 'no line of the input is valid: nothing was merged';
  if (kept === 1) yield '1 stored record was kept unchanged, because its line is bad';
  if (kept > 1) yield `${kept} stored records were kept unchanged, because their lines are bad`;
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
  const was = removed === 1 ? 'was' : 'were';
  const fate = dryRun ? 'would be removed' : `${was} removed`;
  const refusal =
    isGuarded(kind) && !force ? '; publishing the result would be rejected unless it is forced' : '';
  return `the input leaves out ${removed} of ${formatCount(before, 'stored record')}, which ${fate}${refusal}`;
};

/** Maximum number of names in a sentence. Further names are only counted. */
const maxListed = 10;

/** Formats at most ten items as `a, b and 3 more`. */
export const formatList = (items: readonly (string | number)[]): string => {
  const more = items.length - maxListed;
  return `${items.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Maximum length of a name in a sentence. A line may contain a name of up to 400 KiB. */
const maxNameLength = 60;

/** Formats a name for a sentence: shortened, and quoted if it could be mistaken for a part of the sentence. */
export const formatName = (name: string): string => {
  const characters = [...name];
  const shortened =
    characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength).join('')}…`;
  return /^[\p{L}\p{N}_.[\]-]+$/u.test(name) ? shortened : JSON.stringify(shortened);
};

/** Returns the start of a sentence about names in the lines of an import. `names` is the number of names. */
export type NameWarning = (names: string, areMany: boolean) => string;

/** Maximum number of distinct names for each warning. Further names are dropped. */
const maxNames = 100;

/** Counts by name. `last` ensures that each line is counted once. */
type NameCounts = Map<string, { lines: number; readonly first: LineOrigin; last: LineOrigin }>;

/** Creates a counter for the names in warnings. Each name is counted once per line. Memory use is bounded. */
export const nameCounts = () => {
  const found = new Map<NameWarning, NameCounts>();
  return {
    add(warning: NameWarning, name: string, origin: LineOrigin): void {
      const counts: NameCounts = found.get(warning) ?? new Map();
      found.set(warning, counts);
      const count = counts.get(name);
      if (!count) {
        // One name more than the maximum is kept, to show that there are more.
        if (counts.size <= maxNames) counts.set(name, { lines: 1, first: origin, last: origin });
      } else if (count.last !== origin) {
        count.lines += 1;
        count.last = origin;
      }
    },
    /** Returns the sentences for these warnings. `noun` is the kind of record in a line, such as `location`. */
    sentences: (warnings: readonly NameWarning[], noun: string): readonly string[] =>
      warnings.flatMap((warning) => {
        const counts = [...(found.get(warning) ?? [])];
        if (counts.length === 0) return [];
        const size = counts.length > maxNames ? `more than ${maxNames}` : String(counts.length);
        const names = counts
          .slice(0, maxNames)
          .sort(([, one], [, other]) => other.lines - one.lines)
          .map(
            ([name, { lines, first }]) =>
              `${formatName(name)} (${formatCount(lines, noun)}, ${lines === 1 ? '' : 'first '}in line ${first.line})`,
          );
        return [`${warning(size, counts.length > 1)}: ${formatList(names)}`];
      }),
  };
};
