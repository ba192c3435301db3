import * as z from 'zod';

/** Messages that read on from the name of a field, for a value that is not there or not of this kind. */
export const expecting = (kind: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? 'is missing' : `must be ${kind}`,
});

export const oneOf = (values: readonly string[]) => expecting(`one of ${values.join(', ')}`);

/** A field that may be left out: null says the same as leaving it out. */
export const absentable = <Value>(field: z.ZodType<Value>) =>
  field.nullish().transform((value) => value ?? undefined);

export const absentableOr = <Value>(field: z.ZodType<Value>, standard: Value) =>
  field.nullish().transform((value): Value => value ?? standard);

const isBlank = (text: string) => text.trim() === '';

const anyText = z.string(expecting('text'));

export const neededText = anyText.refine((text) => !isBlank(text), 'is blank');

/** Blank text is what other systems export for text that they do not have. */
export const absentableText = anyText
  .nullish()
  .transform((text) => (text === undefined || text === null || isBlank(text) ? undefined : text));

export const yesOrNo = z.boolean(expecting('true or false'));

/** The URL-encoded equivalent of a name; half a surrogate pair, which has none, counts as U+FFFD. */
export const urlEncoded = (name: string): string => encodeURIComponent(name.toWellFormed());

/** The same record without the keys that have no value, so that equal lines make equal records in any store. */
export const withoutAbsent = <Fields extends object>(fields: Fields): Fields => {
  const present = { ...fields };
  for (const key in present) if (present[key] === undefined) delete present[key];
  return present;
};
