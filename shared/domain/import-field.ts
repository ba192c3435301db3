import * as z from 'zod/mini';
import type { EveryMember } from './every-member.ts';

/** Messages for a missing value or one of another kind; each continues the name of the field. */
export const expecting = (kind: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? 'is missing' : `must be ${kind}`,
});

/** Message for a field that must have one of these values. */
export const oneOf = (values: readonly string[]) => expecting(`one of ${values.join(', ')}`);

/** Makes a field optional; null counts as absent. */
export const absentable = <Value>(field: z.ZodMiniType<Value>) =>
  z.pipe(
    z.nullish(field),
    z.transform((value) => value ?? undefined),
  );

/** Makes a field optional with a default; null counts as absent. */
export const absentableOr = <Value>(field: z.ZodMiniType<Value>, standard: Value) =>
  z.pipe(
    z.nullish(field),
    z.transform((value): Value => value ?? standard),
  );

const isBlank = (text: string) => text.trim() === '';

const anyText = z.string(expecting('text'));

/** Required text that is not blank. */
export const neededText = anyText.check(z.refine((text) => !isBlank(text), 'is blank'));

/** Maximum length of names and codes, in code points. */
export const longestName = 120;
/** Maximum length of longer texts, in code points. */
export const longestDescription = 4_000;
/** Maximum length of URL-encoded names, in code points. */
export const longestUrlText = 2_000;

// A code point is one UTF-16 unit or two: only lengths between the two limits need counting.
const hasAtMost = (text: string, most: number) =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most);

const bounded = (field: z.ZodMiniString, most: number) =>
  field.check(z.refine((text) => hasAtMost(text, most), `must have at most ${most} characters`));

/** Text of at most `most` code points, possibly blank. */
export const textUpTo = (most: number) => bounded(anyText, most);

/** Required text of at most `most` code points that is not blank. */
export const neededTextUpTo = (most: number) => bounded(neededText, most);

const unlessBlank = (text: string | null | undefined): string | undefined =>
  text === undefined || text === null || isBlank(text) ? undefined : text;

/** Optional text; blank counts as absent, as other systems export it for text that they do not have. */
export const absentableText = z.pipe(z.nullish(anyText), z.transform(unlessBlank));

/** Optional text of at most `most` code points; blank counts as absent. */
export const absentableTextUpTo = (most: number) =>
  z.pipe(z.nullish(textUpTo(most)), z.transform(unlessBlank));

/** List of at most `most` items of any kind. */
export const anyListUpTo = (most: number, items: string) =>
  z.array(z.unknown(), expecting('an array')).check(z.maxLength(most, `must have at most ${most} ${items}`));

/** List of at most `most` items, counted before any is parsed: every bad item is an issue, which takes memory. */
export const listUpTo = <Item>(item: z.ZodMiniType<Item>, most: number, items: string) =>
  z.pipe(anyListUpTo(most, items), z.array(item));

/** A boolean. */
export const yesOrNo = z.boolean(expecting('true or false'));

/** URL-encodes a name; a lone surrogate becomes U+FFFD. */
export const urlEncoded = (name: string): string => encodeURIComponent(name.toWellFormed());

/**
 * Makes a record of all its members, without those that have no value, so that equal lines make equal records in any
 * store. Which record is meant is told by where the result goes.
 */
export const withoutAbsent = <Of extends object>(members: EveryMember<NoInfer<Of>>): Of => {
  const present: Of = { ...members };
  for (const key in present) if (present[key] === undefined) delete present[key];
  return present;
};

const serviceCodes = 'an integer from 0 to 2147483647';

/** Code of a service; not negative, as requests name it by digits alone. */
export const serviceCodeField = z
  .int32(expecting(serviceCodes))
  .check(z.minimum(0, `must be ${serviceCodes}`));
