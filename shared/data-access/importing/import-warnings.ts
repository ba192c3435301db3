import { counted } from '../../domain/counted.ts';
import { isImplausibleLoss } from '../../domain/publication/publication.ts';
import type { LineOrigin } from './import-lines.ts';
import type { ImportSummary } from './import-report.ts';
import { type ImportKind, type ImportMode, isPublished } from './record-kinds.ts';

/** A completed import with its options. */
export interface ImportOutcome {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly summary: ImportSummary;
  readonly dryRun: boolean;
  /** Whether it is published whatever the loss. */
  readonly force: boolean;
  /** Whether the removed records are the sample, so that no warning is due. */
  readonly replacesSample: boolean;
  /** Whether another process publishes it, whose refusal the operator of the import does not see. */
  readonly publishedApart?: boolean;
  /** Warnings of the checks of its records. */
  readonly checks: { warnings(): readonly string[] };
}

/** Yields warnings about a completed import, a sentence each. */
export function* importWarnings(outcome: ImportOutcome): Generator<string> {
  const { mode, summary, checks } = outcome;
  const { read, failed, kept } = summary;
  // A replacement without a valid line is refused instead.
  if (mode === 'merge' && read === failed)
    yield read === 0
      ? 'the input has no lines: nothing was merged'
      : 'no line of the input is valid: nothing was merged';
  if (kept === 1) yield '1 stored record stays as it is, because the line that names it is bad';
  if (kept > 1) yield `${kept} stored records stay as they are, because the lines that name them are bad`;
  const removal = removalWarning(outcome);
  if (removal !== undefined) yield removal;
  yield* checks.warnings();
}

/** Returns the warning about a large loss; undefined if it is not due. */
export const removalWarning = (outcome: Omit<ImportOutcome, 'mode' | 'checks'>): string | undefined => {
  const { kind, summary, dryRun, force, replacesSample, publishedApart = false } = outcome;
  if (replacesSample) return undefined;
  const { changed, unchanged, kept, removed } = summary;
  const before = removed + unchanged + changed + kept;
  if (!isImplausibleLoss(removed, before)) return undefined;
  const isRefused = isPublished(kind) && !force;
  // The publication itself warns, with the published counts.
  if (isRefused && !dryRun && !publishedApart) return undefined;
  const was = removed === 1 ? 'was' : 'were';
  const fate = dryRun ? 'would be removed' : `${was} removed`;
  const refusal = isRefused ? '; publishing that would be refused without --force' : '';
  return `the input leaves out ${removed} of ${counted(before, 'stored record')}, which ${fate}${refusal}`;
};

/** Maximum number of names that a sentence lists; further ones are counted. */
const maxListed = 10;

/** Lists items, ten at most: `a, b and 3 more`. */
export const listed = (items: readonly (string | number)[]): string => {
  const more = items.length - maxListed;
  return `${items.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Maximum characters of a name that are shown, as a line may have one of 400 KiB. */
const maxNameLength = 60;

/** Returns a name as a sentence shows it: shortened, and quoted if it could be read as part of the sentence. */
export const shownName = (name: string): string => {
  const characters = [...name];
  const shortened =
    characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength).join('')}…`;
  return /^[\p{L}\p{N}_.[\]-]+$/u.test(name) ? shortened : JSON.stringify(shortened);
};

/** Returns the start of a sentence that lists names in the lines of an import, for the number of names. */
export type NameWarning = (names: string, areMany: boolean) => string;

/** Maximum number of distinct names that a sentence counts; the first ones are kept. */
const maxNames = 100;

/** Counts by name, with the last line so that a line counts once. */
type NameCounts = Map<string, { lines: number; readonly first: LineOrigin; last: LineOrigin }>;

/** Counts the names that warnings are about, each once a line, in bounded memory. */
export const nameCounts = () => {
  const found = new Map<NameWarning, NameCounts>();
  return {
    add(warning: NameWarning, name: string, origin: LineOrigin): void {
      const counts: NameCounts = found.get(warning) ?? new Map();
      found.set(warning, counts);
      const count = counts.get(name);
      if (!count) {
        // One more than a sentence counts, as a sign that there are more.
        if (counts.size <= maxNames) counts.set(name, { lines: 1, first: origin, last: origin });
      } else if (count.last !== origin) {
        count.lines += 1;
        count.last = origin;
      }
    },
    /** Returns the sentences of these warnings; `noun` says what a line is: `location`. */
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
              `${shownName(name)} (${counted(lines, noun)}, ${lines === 1 ? '' : 'first '}in line ${first.line})`,
          );
        return [`${warning(size, counts.length > 1)}: ${listed(names)}`];
      }),
  };
};
