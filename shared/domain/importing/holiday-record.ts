import * as z from 'zod/mini';
import type { Holiday } from '../holiday.ts';
import { isoDate } from '../location/hours/entries.ts';
import { isAustralianState, stateOf } from '../place/place.ts';
import { normalised } from '../text/words.ts';
import {
  expecting,
  listUpTo,
  maxName,
  optional,
  postcodeField,
  requiredText,
  toRecord,
} from './import-field.ts';

/** Maximum number of holidays in a file, enough for several years in all states and many towns. */
export const maxHolidays = 5_000;

/** Maximum number of postcodes per holiday. No state has this many. */
const maxPostcodes = 2_000;

const state = z.pipe(
  z
    .string(expecting('text'))
    .check(z.refine(isAustralianState, 'must be the code or name of a state of Australia, such as VIC')),
  z.transform((text) => stateOf(text).toUpperCase()),
);

/** Optional list that must not be empty, because an empty list could mean nowhere or everywhere. */
const someOf = <Item>(item: z.ZodMiniType<Item>, max: number, items: string) =>
  optional(
    listUpTo(item, max, items).check(
      z.refine((list) => list.length > 0, 'must not be empty: leave it out for the whole country'),
    ),
  );

const line = z.object(
  {
    date: isoDate,
    name: requiredText(maxName),
    states: someOf(state, 8, 'states'),
    postcodes: someOf(postcodeField, maxPostcodes, 'postcodes'),
  },
  expecting('an object'),
);

const codeOf = ({ date, name }: { readonly date: string; readonly name: string }): string =>
  `${date} ${normalised(name)}`;

export const holidayRecord = z.pipe(
  line,
  z.transform((from): Holiday => ({ code: codeOf(from), ...toRecord(from), name: from.name.trim() })),
);

/** Schema that reads the code of a holiday, even if the line is otherwise invalid. */
export const holidayCodeOfLine = z.pipe(
  z.object({ date: z.string(), name: z.string() }),
  z.transform(codeOf),
);
