import * as z from 'zod/mini';
import { type Place, placeCodeOf } from '../place/place.ts';
import { wordsOf } from '../text/words.ts';
import { expecting, integerField, optionalOr, postcodeField, requiredText } from './import-field.ts';
import { degrees } from './location-record.ts';

export const maxPlaces = 200_000;

/** Maximum lengths in code points, so that a label can be sent as the parameter `near`. */
const maxSuburb = 80;
const maxState = 30;

const nameUpTo = (max: number) =>
  z.pipe(
    requiredText(max).check(
      z.refine((text) => text.trim() === '' || wordsOf(text).length > 0, 'must have a letter or digit'),
    ),
    z.transform((text) => text.trim()),
  );

const line = z.object(
  {
    suburb: nameUpTo(maxSuburb),
    state: nameUpTo(maxState),
    postcode: postcodeField,
    lat: degrees(90),
    lon: degrees(180),
    weight: optionalOr(integerField(0, 1_000_000_000), 0),
  },
  expecting('an object'),
);

export const placeRecord = z.pipe(
  line,
  z.transform((from): Place => ({ code: placeCodeOf(from), ...from })),
);

/** Schema that reads the code of a place, even if the line is otherwise invalid. */
export const placeCodeOfLine = z.pipe(
  z.object({ suburb: z.string(), state: z.string(), postcode: z.string() }),
  z.transform(placeCodeOf),
);
