import type { LineOrigin } from '../lines/import-line.ts';
import { lineFindings } from './line-findings.ts';

/** Member by which services filter, and its value. */
export type FilteredValue = readonly [member: string, value: string | undefined];

/** Check for values with a blank at an end, as exports of fixed width have them. */
export interface PaddedValues {
  look(values: readonly FilteredValue[], origin: LineOrigin): void;
  /** Returns a sentence; undefined if no value has one. */
  warning(): string | undefined;
}

/**
 * Creates a check without findings; `holder` is the noun for a line. Filters ignore blanks around the values of a list,
 * and find a padded value only if it is the whole parameter.
 */
export const paddedValues = (ofSeveralFiles: boolean, holder: string): PaddedValues => {
  const padded = lineFindings(ofSeveralFiles);
  return {
    look(values, origin) {
      for (const [member, value] of values)
        if (value !== undefined && value.trim() !== value) padded.note(member, origin);
    },
    warning: () =>
      padded.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'members have' : 'member has'} values that begin or end with a blank, which filters find only if the value is sent alone, including the blank`,
        holder,
      ),
  };
};
