import * as z from 'zod/mini';
import { quoted, violationMessage } from './errors.ts';

/** Maximum length of a literal text, in code points; the longest identifier of the contract has 120. */
export const maxTextLength = 120;
/** Maximum number of values in a comma list: above any sensible use, and a bound on the work. */
const maxValues = 100;

/** Form of a parameter in the terms of JSON Schema. */
export type ParameterForm =
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly maxLength: number }
  | {
      readonly type: 'array';
      /** Schema of one value of the comma list. */
      readonly items: z.core.$ZodType;
      readonly maxItems: number;
      /** Whether the parameter may be repeated, each time with a list. */
      readonly repeatable: boolean;
    };

const forms = new WeakMap<z.core.$ZodType, ParameterForm>();

/** Registers the form of a schema for OpenAPI, because a transform does not reveal it, and returns the schema. */
const withForm = <S extends z.core.$ZodType>(schema: S, form: ParameterForm): S => {
  forms.set(schema, form);
  return schema;
};

/**
 * Returns a copy of a schema with its description in OpenAPI, and an example. A copy, because others may use the schema
 * with another meaning.
 */
export const described = <S extends z.core.$ZodType>(
  schema: S,
  description: string,
  example?: string | number | readonly string[],
): S => {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, { description, ...(example !== undefined && { examples: [example] }) });
  const form = formOf(schema);
  return form ? withForm(copy, form) : copy;
};

/** Returns the form of a schema; undefined if none is registered. */
export const formOf = (schema: z.core.$ZodType): ParameterForm | undefined => forms.get(schema);

/** A schema of the text of a parameter. */
type TextSchema<T> = z.core.$ZodType<T, string>;

/*
 * Schemas of path parameters, headers and list items. `...Param` below are schemas of optional query parameters, whose
 * input is the list of their values in API Gateway's `multiValueQueryStringParameters`.
 */

/** Creates a schema of an integer in decimal notation, bounds inclusive. */
export const integerText = (minimum: number, maximum: number) =>
  decimalText(/^-?[0-9]+$/, 'an integer', { type: 'integer', minimum, maximum });

/** Creates a schema of a double in decimal notation, bounds inclusive. */
export const numberText = (minimum: number, maximum: number) =>
  decimalText(/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/, 'a decimal number', {
    type: 'number',
    minimum,
    maximum,
  });

/** Creates a schema of literal text with a maximum length in code points. */
export const literalText = (
  maxLength: number,
  error: string | z.core.$ZodErrorMap = `must be at most ${maxLength} characters long`,
) =>
  withForm(z.string().check(z.refine((text) => [...text].length <= maxLength, { error })), {
    type: 'string',
    maxLength,
  });

/** Creates a schema of literal text in a list. */
export const textItem = () =>
  literalText(
    maxTextLength,
    ({ input }) =>
      `each value must be at most ${maxTextLength} characters long; ${quoted(String(input))} is not`,
  );

/** Creates a schema of a comma list of distinct values, each parsed by `item`. */
export const listText = <T>(item: TextSchema<T>) =>
  listBy(item, (text, context) => readList([text], item, context));

/** Creates a schema of an integer in decimal notation, bounds inclusive. */
export const integerParam = (minimum: number, maximum: number) => single(integerText(minimum, maximum));

/** Creates a schema of a double in decimal notation, bounds inclusive. */
export const numberParam = (minimum: number, maximum: number) => single(numberText(minimum, maximum));

/** Creates a schema of literal text. */
export const textParam = () => single(literalText(maxTextLength));

/** Creates a schema of text that matches the pattern. */
export const patternParam = (pattern: RegExp, message: string) =>
  z.pipe(textParam(), z.optional(z.string().check(z.regex(pattern, message))));

/** Creates a schema of a comma list, see listText. Nothing but blanks counts as absent. */
export const listParam = <T>(item: TextSchema<T>) => single(listText(item), isBlank);

/** Says in descriptions how textListParam reads commas. */
export const commaNote = 'A value that contains a comma must be the only one.';

/**
 * Creates a schema of a comma list of texts that may themselves contain commas or begin or end with blanks. The whole
 * text is therefore also a value, as sent and without the blanks around it. Nothing but blanks counts as absent.
 */
export const textListParam = <T>(item: TextSchema<T>) => {
  const texts = listBy(item, (text, context) => {
    const values = new Set(readList([text], item, context));
    for (const whole of [text, trimBlanks(text)]) {
      const { success, data } = z.safeParse(item, whole);
      if (success) values.add(data);
    }
    return values;
  });
  return single(texts, isBlank);
};

/**
 * Creates a schema of a parameter that may be repeated, each time with a comma list. Lists of nothing but blanks count
 * as absent.
 */
export const repeatableListParam = <T>(item: TextSchema<T>) => {
  const lists = z.pipe(
    z.array(z.string()),
    z.transform((texts, context) => {
      const given = texts.filter((text) => !isBlank(text));
      return given.length === 0 ? undefined : readList(given, item, context);
    }),
  );
  return z.optional(withForm(lists, { ...listForm(item), repeatable: true }));
};

/** Adds a violation to what a transform has found wrong with its input. */
export const addViolation = (context: z.core.ParsePayload, message: string): void => {
  context.issues.push({ code: 'custom', message, input: context.value });
};

/**
 * Creates a schema of a query parameter that is given once; an empty one counts as absent. Repeated is refused even if
 * one value is empty, so that no two readers of a request disagree on its value.
 */
const single = <T>(text: TextSchema<T>, isAbsent: (value: string) => boolean = (value) => value === '') => {
  const theOnly = z.transform((texts: string[], context: z.core.ParsePayload): string | undefined => {
    const [given, ...others] = texts;
    if (others.length > 0) addViolation(context, 'must not be repeated');
    return given === undefined || others.length > 0 || isAbsent(given) ? undefined : given;
  });
  const schema = z.pipe(z.pipe(z.array(z.string()), theOnly), z.optional(text));
  const form = formOf(text);
  return z.optional(form ? withForm(schema, form) : schema);
};

const decimalText = (
  notation: RegExp,
  kind: string,
  form: Extract<ParameterForm, { readonly minimum: number }>,
) => {
  const { minimum, maximum } = form;
  const schema = z.pipe(
    z.string(),
    z.transform((text, context): number => {
      const value = notation.test(text) ? Number(text) : Number.NaN;
      const isWithin = value >= minimum && value <= maximum;
      if (!isWithin) addViolation(context, `must be ${kind} from ${minimum} to ${maximum}`);
      // Added to 0, -0 is 0.
      return value + 0;
    }),
  );
  return withForm(schema, form);
};

const listBy = <T>(
  item: TextSchema<T>,
  read: (text: string, context: z.core.ParsePayload) => ReadonlySet<T>,
) => withForm(z.pipe(z.string(), z.transform(read)), listForm(item));

const listForm = (items: z.core.$ZodType) =>
  ({ type: 'array', items, maxItems: maxValues, repeatable: false }) satisfies ParameterForm;

/**
 * Reads comma-separated lists as one set of distinct values. Spaces and tabs around the commas are ignored. Issues name
 * the value: `must be one of PO, UPL` becomes `"XX" is not one of PO, UPL`.
 */
const readList = <T>(
  texts: readonly string[],
  item: TextSchema<T>,
  context: z.core.ParsePayload,
): ReadonlySet<T> => {
  const items = texts.flatMap((text) => text.split(','));
  const read = new Set<T>();
  if (items.length > maxValues) {
    addViolation(context, `must contain at most ${maxValues} values`);
    return read;
  }
  for (const text of new Set(items.map(trimBlanks))) {
    if (text === '') {
      addViolation(context, 'must not contain empty values; check for extra commas');
      continue;
    }
    const { success, data, error } = z.safeParse(item, text, { error: violationMessage });
    if (success) read.add(data);
    for (const { message } of error?.issues ?? []) {
      const naming = message.replace(/^must be /, () => `${quoted(text)} is not `);
      addViolation(context, naming);
    }
  }
  return read;
};

const isBlank = (text: string): boolean => trimBlanks(text) === '';

/** Removes spaces and tabs at both ends in linear time; `trim` would also remove line breaks. */
const trimBlanks = (text: string): string => {
  const isSpaceOrTab = (index: number) => text[index] === ' ' || text[index] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isSpaceOrTab(start)) start++;
  while (start < end && isSpaceOrTab(end - 1)) end--;
  return text.slice(start, end);
};
