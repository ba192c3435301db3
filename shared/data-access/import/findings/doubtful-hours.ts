import { invalidEntries } from '../../../domain/location/hours/checks.ts';
import type { HourEntry } from '../../../domain/location/hours/entries.ts';
import type { LineOrigin } from '../lines/import-line.ts';
import { lineFindings } from './line-findings.ts';

/** Check for hours of imported locations that may be shown differently from what was meant. */
export interface DoubtfulHours {
  look(entries: readonly HourEntry[], origin: LineOrigin): void;
  /** Returns sentences. */
  warnings(): readonly (string | undefined)[];
}

/** Formats the times of an entry; a special closure may have only one. */
const times = ({ type, startTime = '?', endTime = '?' }: HourEntry): string =>
  `${type} ${startTime} to ${endTime}`;

const hasIgnoredDates = ({ type, startDate, endDate }: HourEntry): boolean =>
  !type.startsWith('SPECIAL_') && (startDate ?? endDate) !== undefined;

/** Creates a check without findings. */
export const doubtfulHours = (ofSeveralFiles: boolean): DoubtfulHours => {
  const senseless = lineFindings(ofSeveralFiles);
  const dated = lineFindings(ofSeveralFiles);
  return {
    look(entries, origin) {
      for (const entry of invalidEntries(entries)) senseless.note(times(entry), origin);
      for (const entry of entries) if (hasIgnoredDates(entry)) dated.note(entry.type, origin);
    },
    warnings: () => [
      senseless.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'entries' : 'entry'} of hours from which version 3 cannot tell when it is open`,
        'location',
      ),
      dated.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'types' : 'type'} of hours with dates, which count for SPECIAL_ ones alone and are ignored`,
        'location',
      ),
    ],
  };
};
