import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import en from 'zod/v4/locales/en.js';
import { postcodePattern } from '../location/location.ts';
import { testCodePrefix } from '../test-code.ts';

// Sets the default messages for issues without their own message, because zod/mini includes none.
z.config(en());

/** Maximum length of names and codes, in code points. */
export const maxName = 120;
/** Maximum length of longer texts, in code points. */
export const maxDescription = 4_000;
/** Maximum length of URL-encoded names, in code points. */
export const maxUrlText = 2_000;

/** Returns the message for a missing value, and for a value of another type. Messages follow the name of the field. */
export const expecting = (kind: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'is missing' : `must be ${kind}`,
});

export const oneOf = (values: readonly string[]) => expecting(`one of ${values.join(', ')}`);

/** Makes a field optional; null counts as absent. */
export const optional = <Value>(field: z.ZodMiniType<Value>) =>
  optionalOr<Value | undefined>(field, undefined);

/** Makes a field optional with a default; null counts as absent. */
export const optionalOr = <Value>(field: z.ZodMiniType<Value>, standard: Value) =>
  z.pipe(
    z.nullish(field),
    z.transform((value): Value => value ?? standard),
  );

/**
 * Makes a field optional, and its line valid even if the field is invalid. An invalid value is replaced by a
 * description of its issues, for a warning.
 */
export const lenient = <Value>(field: z.ZodMiniType<Value>) =>
  z.catch(optional<Value | string>(field), ({ error }) => describeIssues(error));

/** Text of at most `max` code points, possibly blank. */
const anyText = (max = Number.POSITIVE_INFINITY) => {
  const fits = (text: string) => text.length <= max || [...text].length <= max;
  return z.string(expecting('text')).check(z.refine(fits, `must have at most ${max} characters`));
};

/** Required text of at most `max` code points that is not blank. */
export const requiredText = (max?: number) =>
  anyText(max).check(z.refine((text) => text.trim() !== '', 'is blank'));

export const notTestCode = z.refine<string>(
  (code) => !code.startsWith(testCodePrefix),
  `must not begin with ${testCodePrefix}`,
);

/** Optional text of at most `max` code points. Blank text counts as absent, because some systems export it. */
export const optionalText = (max?: number) =>
  z.pipe(
    z.nullish(anyText(max)),
    z.transform((text) => (text?.trim() ? text : undefined)),
  );

export const anyListUpTo = (max: number, items: string) =>
  z.array(z.unknown(), expecting('an array')).check(z.maxLength(max, `must have at most ${max} ${items}`));

/** The number of items is checked first, because each invalid item uses memory for an issue. */
export const listUpTo = <Item>(item: z.ZodMiniType<Item>, max: number, items: string) =>
  z.pipe(anyListUpTo(max, items), z.array(item));

export const yesOrNo = z.boolean(expecting('true or false'));

export const integerField = (min: number, max: number) => {
  const range = `must be an integer from ${min} to ${max}`;
  return z
    .int(expecting(`an integer from ${min} to ${max}`))
    .check(z.minimum(min, range), z.maximum(max, range));
};

export const postcodeField = z
  .string(expecting('a string of four digits'))
  .check(z.regex(postcodePattern, 'must be four digits'));

/** Code of a service. It must not be negative, because requests allow only digits. */
export const serviceCodeField = integerField(0, 2_147_483_647);

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type RecordOf<Line> = {
  [Name in keyof Line as undefined extends Line[Name] ? never : CamelCase<Name>]: Line[Name];
} & {
  [Name in keyof Line as undefined extends Line[Name] ? CamelCase<Name> : never]?: Line[Name];
};

/** Renames members such as `work_centre_id` to `workCentreId`. Omits undefined members, so that equal records match. */
export const toRecord = <Line extends object>(line: Line): RecordOf<Line> => {
  const present = Object.entries(line).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [camelCase(name), value])) as RecordOf<Line>;
};

const camelCase = (name: string) => name.replace(/_(.)/g, (_, first: string) => first.toUpperCase());

/** Maximum number of issues reported for a line, which can have thousands. */
const maxIssues = 10;

/** Describes the issues of a line, such as `addresses[0].postcode: must be four digits; lat: is missing`. */
export const describeIssues = ({ issues }: Pick<z.core.$ZodError, 'issues'>): string => {
  const described = issues
    .slice(0, maxIssues)
    .map(({ path, message }) => (path.length > 0 ? `${toDotPath(path)}: ${message}` : message));
  const more = issues.length - described.length;
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};
