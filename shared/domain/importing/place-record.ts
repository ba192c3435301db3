import * as z from 'zod/mini';
import { postcodePattern } from '../location/location.ts';
import { type Place, placeCodeOf } from '../place/place.ts';
import { wordsOf } from '../text/words.ts';
import { expecting, optionalOr, requiredText } from './import-field.ts';
import { degrees } from './location-record.ts';

/** Maximum number of places in a file. */
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

const postcode = z
  .string(expecting('a string of four digits'))
  .check(z.regex(postcodePattern, 'must be four digits'));

const weightRange = 'must be an integer from 0 to 1000000000';

const line = z.object(
  {
    suburb: nameUpTo(maxSuburb),
    state: nameUpTo(maxState),
    postcode,
    lat: degrees(90),
    lon: degrees(180),
    weight: optionalOr(
      z
        .int(expecting('an integer from 0 to 1000000000'))
        .check(z.minimum(0, weightRange), z.maximum(1_000_000_000, weightRange)),
      0,
    ),
  },
  expecting('an object'),
);

/** Schema of a line in the places file. */
export const placeRecord = z.pipe(
  line,
  z.transform((from): Place => ({ code: placeCodeOf(from), ...from })),
);

/** Schema that reads the code of a place, even if the line is otherwise invalid. */
export const placeCodeOfLine = z.pipe(
  z.object({ suburb: z.string(), state: z.string(), postcode: z.string() }),
  z.transform(placeCodeOf),
);
