import { counted } from '../../../domain/counted.ts';
import type { LineOrigin } from '../lines/import-line.ts';

/** Names that are kept and counted; of a file in which each line has others, the first. */
const mostKept = 100;
/** Names that a sentence lists; the rest are counted. */
const mostListed = 10;
/** Characters of a name that are shown: a line may have one of 400 KiB. */
const longestName = 60;

interface Finding {
  lines: number;
  readonly first: LineOrigin;
  /** Counts a line once, however often the name is in it. */
  last: LineOrigin;
}

/** Names that were found in the lines of an import, each counted once a line, in bounded memory. */
export interface LineFindings {
  note(name: string, origin: LineOrigin): void;
  /**
   * The names with the lines that have them, most lines first, behind the beginning of the sentence, which is told how
   * many names there are; `holder` is what a line is of. Undefined where nothing was noted.
   */
  sentence(begin: (names: string, areMany: boolean) => string, holder: string): string | undefined;
}

const isSame = (one: LineOrigin, other: LineOrigin): boolean =>
  one.line === other.line && one.source === other.source;

const shortened = (name: string): string => {
  const characters = [...name];
  return characters.length <= longestName ? name : `${characters.slice(0, longestName).join('')}…`;
};

/** What could be taken for a part of the sentence stands in quotes. */
const named = (name: string): string =>
  /^[\p{L}\p{N}_.[\]-]+$/u.test(name) ? shortened(name) : JSON.stringify(shortened(name));

/** Findings of one import, none yet. Of several files each line is told with its own. */
export const lineFindings = (ofSeveralFiles: boolean): LineFindings => {
  const found = new Map<string, Finding>();
  let areMore = false;

  const place = ({ source, line }: LineOrigin) =>
    ofSeveralFiles ? `${source} line ${line}` : `line ${line}`;
  const told = (name: string, { lines, first }: Finding, holder: string) =>
    `${named(name)} (${counted(lines, holder)}, ${lines === 1 ? '' : 'first '}in ${place(first)})`;

  return {
    note(name, { source, line }) {
      const origin = { source, line };
      const known = found.get(name);
      if (known) {
        if (!isSame(known.last, origin)) known.lines += 1;
        known.last = origin;
      } else if (found.size < mostKept) found.set(name, { lines: 1, first: origin, last: origin });
      else areMore = true;
    },
    sentence(begin, holder) {
      if (found.size === 0) return undefined;
      const byLines = [...found].sort(([, one], [, other]) => other.lines - one.lines);
      const listed = byLines.slice(0, mostListed).map(([name, finding]) => told(name, finding, holder));
      const left = found.size - listed.length;
      const more = left === 0 ? '' : ` and ${left} more`;
      const names = areMore ? `more than ${mostKept}` : String(found.size);
      return `${begin(names, found.size > 1)}: ${listed.join(', ')}${more}`;
    },
  };
};
