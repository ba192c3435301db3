import * as z from 'zod';

/** Messages that read on from the name of a field, for a value that is not there or not of this kind. */
export const expecting = (kind: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? 'is missing' : `must be ${kind}`,
});

/** The message for a field that must have one of these values. */
export const oneOf = (values: readonly string[]) => expecting(`one of ${values.join(', ')}`);

/** A field that may be left out: null says the same as leaving it out. */
export const absentable = <Value>(field: z.ZodType<Value>) =>
  field.nullish().transform((value) => value ?? undefined);

/** A field that stands for `standard` where it is left out. */
export const absentableOr = <Value>(field: z.ZodType<Value>, standard: Value) =>
  field.nullish().transform((value): Value => value ?? standard);

const isBlank = (text: string) => text.trim() === '';

const anyText = z.string(expecting('text'));

/** Text that must be there, and say something. */
export const neededText = anyText.refine((text) => !isBlank(text), 'is blank');

/** Blank text is what other systems export for text that they do not have. */
export const absentableText = anyText
  .nullish()
  .transform((text) => (text === undefined || text === null || isBlank(text) ? undefined : text));

/** A boolean. */
export const yesOrNo = z.boolean(expecting('true or false'));

/** The URL-encoded equivalent of a name; half a surrogate pair, which has none, counts as U+FFFD. */
export const urlEncoded = (name: string): string => encodeURIComponent(name.toWellFormed());

/** The same record without the keys that have no value, so that equal lines make equal records in any store. */
export const withoutAbsent = <Fields extends object>(fields: Fields): Fields => {
  const present = { ...fields };
  for (const key in present) if (present[key] === undefined) delete present[key];
  return present;
};

const serviceCodes = 'an integer from 0 to 2147483647';

/** The code of a service: requests name it by digits alone, so that one below zero could never be asked for. */
export const serviceCodeField = z.int32(expecting(serviceCodes)).min(0, `must be ${serviceCodes}`);
