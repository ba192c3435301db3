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

/** Its wording: `holder` is the noun for a line, `fate` what filters make of such values. */
interface PaddedWording {
  readonly holder: string;
  readonly fate: string;
}

/** Creates a check without findings. */
export const paddedValues = (ofSeveralFiles: boolean, { holder, fate }: PaddedWording): PaddedValues => {
  const padded = lineFindings(ofSeveralFiles);
  return {
    look(values, origin) {
      for (const [member, value] of values)
        if (value !== undefined && value.trim() !== value) padded.note(member, origin);
    },
    warning: () =>
      padded.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'members have' : 'member has'} values that begin or end with a blank, ${fate}`,
        holder,
      ),
  };
};
