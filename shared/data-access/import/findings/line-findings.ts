import { counted } from '../../../domain/counted.ts';
import type { LineOrigin } from '../lines/import-line.ts';
import { findingName } from './finding-name.ts';

/** Maximum number of distinct names counted; the first ones are kept. */
const mostKept = 100;
/** Maximum number of names that a sentence lists. */
const mostListed = 10;

interface Finding {
  lines: number;
  readonly first: LineOrigin;
  /** Last line with the name, so that a line counts once. */
  last: LineOrigin;
}

/** Names found in the lines of an import, each counted once a line, in bounded memory. */
export interface LineFindings {
  note(name: string, origin: LineOrigin): void;
  /**
   * Returns a sentence of the names with the number of their lines, most lines first; undefined without findings.
   * `begin` gives the start of the sentence for the number of names; `holder` is the noun for a line.
   */
  sentence(begin: (names: string, areMany: boolean) => string, holder: string): string | undefined;
}

const isSame = (one: LineOrigin, other: LineOrigin): boolean =>
  one.line === other.line && one.source === other.source;

/** Creates empty findings of one import. With several files, each line is cited with its file. */
export const lineFindings = (ofSeveralFiles: boolean): LineFindings => {
  const found = new Map<string, Finding>();
  let areMore = false;

  const place = ({ source, line }: LineOrigin) =>
    ofSeveralFiles ? `${source} line ${line}` : `line ${line}`;
  const told = (name: string, { lines, first }: Finding, holder: string) =>
    `${findingName(name)} (${counted(lines, holder)}, ${lines === 1 ? '' : 'first '}in ${place(first)})`;

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
