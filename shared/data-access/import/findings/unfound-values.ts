import type { LineOrigin } from '../lines/import-line.ts';
import { lineFindings } from './line-findings.ts';
import { type FilteredValue, paddedValues } from './padded-values.ts';

/** Maximum length of a filter value in the services, in code points. */
export const longestFilterText = 120;

/** Check for values that are shown but that filters do not find, or only if they are written as stored. */
export interface UnfoundValues {
  look(values: readonly FilteredValue[], origin: LineOrigin): void;
  /** Returns sentences. */
  warnings(): readonly (string | undefined)[];
}

const isTooLong = (value: string): boolean =>
  value.length > longestFilterText && [...value].length > longestFilterText;

/** Creates a check without findings; `holder` is the noun for a line. */
export const unfoundValues = (ofSeveralFiles: boolean, holder: string): UnfoundValues => {
  const long = lineFindings(ofSeveralFiles);
  const padded = paddedValues(ofSeveralFiles, holder);
  return {
    look(values, origin) {
      for (const [member, value] of values)
        if (value !== undefined && isTooLong(value)) long.note(member, origin);
      padded.look(values, origin);
    },
    warnings: () => [
      long.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'members have' : 'member has'} values longer than the ${longestFilterText} characters that filters take, which no filter finds`,
        holder,
      ),
      padded.warning(),
    ],
  };
};
