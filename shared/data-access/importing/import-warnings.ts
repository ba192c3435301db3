import { counted } from '../../domain/counted.ts';
import { isGreatLoss } from '../../domain/publication/network.ts';
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

const removalWarning = (outcome: ImportOutcome): string | undefined => {
  const { kind, summary, dryRun, force, replacesSample, publishedApart = false } = outcome;
  if (replacesSample) return undefined;
  const { changed, unchanged, kept, removed } = summary;
  const before = removed + unchanged + changed + kept;
  if (!isGreatLoss({ gone: removed, published: before })) return undefined;
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

/** Maximum number of distinct names that are counted; the first ones are kept. */
const maxNames = 100;

interface NameCount {
  lines: number;
  readonly first: LineOrigin;
  /** Last line with the name, so that a line counts once. */
  last: LineOrigin;
}

/** Names in the lines of an import that a warning is about, each counted once a line, in bounded memory. */
export interface NameCounts {
  add(name: string, origin: LineOrigin): void;
  /**
   * Returns a sentence that lists the names with the number of their lines, most lines first; undefined without names.
   * `begin` returns the start of the sentence for the number of names; `noun` says what a line is: `location`.
   */
  sentence(begin: (names: string, areMany: boolean) => string, noun: string): string | undefined;
}

/** Creates an empty count. If an import has several files, each line is cited with its file. */
export const nameCounts = (hasSeveralFiles: boolean): NameCounts => {
  const counts = new Map<string, NameCount>();
  let areMore = false;
  const place = ({ source, line }: LineOrigin) =>
    hasSeveralFiles ? `${source} line ${line}` : `line ${line}`;
  return {
    add(name, { source, line }) {
      const origin = { source, line };
      const count = counts.get(name);
      if (!count) {
        if (counts.size < maxNames) counts.set(name, { lines: 1, first: origin, last: origin });
        else areMore = true;
        return;
      }
      if (count.last.line !== line || count.last.source !== source) count.lines += 1;
      count.last = origin;
    },
    sentence(begin, noun) {
      if (counts.size === 0) return undefined;
      const byLines = [...counts].sort(([, one], [, other]) => other.lines - one.lines);
      const names = byLines.map(
        ([name, { lines, first }]) =>
          `${shownName(name)} (${counted(lines, noun)}, ${lines === 1 ? '' : 'first '}in ${place(first)})`,
      );
      const size = areMore ? `more than ${maxNames}` : String(counts.size);
      return `${begin(size, counts.size > 1)}: ${listed(names)}`;
    },
  };
};
