import * as z from 'zod';
import { type ParameterForm, withForm } from './parameter-form.ts';
import {
  longestText,
  mostValues,
  type ReadText,
  readBy,
  readEncoded,
  readInteger,
  readItem,
  readList,
  readLists,
  readLiteral,
  readNumber,
  readTexts,
  trimBlanks,
} from './parameter-text.ts';

/**
 * Values of a query parameter, as in API Gateway's `multiValueQueryStringParameters`; an absent or empty parameter
 * counts as not given. Each schema is a single transform, as chained schemas would weigh on the hot path.
 */
type Values = readonly string[] | undefined;

const isText = (value: unknown) => typeof value === 'string';

/** Whether the values are a list of texts, which the static type alone does not ensure. */
const isValues = (values: unknown): boolean => Array.isArray(values) && values.every(isText);

const notValues = (input: unknown) => ({ code: 'invalid_type', expected: 'array', input }) as const;

const isEmpty = (text: string): boolean => text === '';
const isBlank = (text: string): boolean => trimBlanks(text) === '';

/**
 * Creates a schema of a parameter given once; an absent one is undefined. Repeated is refused even if one value is
 * empty, so that no two readers of a request disagree on its value.
 */
const single = <T>(read: ReadText<T>, isAbsent = isEmpty) =>
  z.transform((values: Values, context): T | undefined => {
    if (values === undefined) return undefined;
    if (!isValues(values)) context.addIssue(notValues(values));
    else if (values.length > 1) context.addIssue('must not be repeated');
    else if (values[0] !== undefined && !isAbsent(values[0])) return read(values[0], context);
    return undefined;
  });

/** Creates a schema of a path parameter's text. */
const text = <T>(read: ReadText<T>) =>
  z.transform((value: string, context): T => {
    if (typeof value === 'string') return read(value, context);
    context.addIssue({ code: 'invalid_type', expected: 'string', input: value });
    return z.NEVER;
  });

const integer = (minimum: number, maximum: number): ParameterForm => ({ type: 'integer', minimum, maximum });
const number = (minimum: number, maximum: number): ParameterForm => ({ type: 'number', minimum, maximum });
const literal: ParameterForm = { type: 'string', maxLength: longestText };
const list = (items: z.ZodType, repeatable: boolean): ParameterForm => ({
  type: 'array',
  items,
  maxItems: mostValues,
  repeatable,
});

/** Creates a schema of a path parameter or header: an integer within bounds. */
export const integerText = (min: number, max: number) =>
  withForm(text(readInteger(min, max)), integer(min, max));

/** Creates a schema of a path parameter: a double in decimal notation within bounds. */
export const numberText = (min: number, max: number) =>
  withForm(text(readNumber(min, max)), number(min, max));

/** Creates a schema of a path parameter: a comma list of distinct values, each parsed by `item`. */
export const listText = <T>(item: z.ZodType<T, string>) =>
  withForm(text(readList(readBy(item))), list(item, false));

/** Creates a schema of an optional query parameter: an integer within bounds. */
export const integerParam = (min: number, max: number) =>
  withForm(single(readInteger(min, max)), integer(min, max)).optional();

/** Creates a schema of an optional query parameter: a double in decimal notation within bounds. */
export const numberParam = (min: number, max: number) =>
  withForm(single(readNumber(min, max)), number(min, max)).optional();

/** Creates a schema of an optional query parameter: literal text. */
export const textParam = () => withForm(single(readLiteral), literal).optional();

/**
 * Creates a schema of an optional query parameter: a comma list of distinct values, each parsed by `item`. Nothing but
 * blanks counts as absent.
 */
export const listParam = <T>(item: z.ZodType<T, string>) =>
  withForm(single(readList(readBy(item)), isBlank), list(item, false)).optional();

/**
 * Creates a schema of an optional query parameter: a comma list of texts that may contain commas, so that the whole
 * list is also a value. Nothing but blanks counts as absent.
 */
export const textListParam = <T>(item: z.ZodType<T, string>) =>
  withForm(single(readTexts(readBy(item)), isBlank), list(item, false)).optional();

/**
 * Creates a schema of an optional query parameter that may be repeated, each time with a comma list. Lists of nothing
 * but blanks count as absent.
 */
export const repeatableListParam = <T>(item: z.ZodType<T, string>) => {
  const read = readBy(item);
  const schema = z.transform((values: Values, context): ReadonlySet<T> | undefined => {
    if (values === undefined) return undefined;
    if (!isValues(values)) {
      context.addIssue(notValues(values));
      return undefined;
    }
    const given = values.filter((value) => !isBlank(value));
    return given.length === 0 ? undefined : readLists(given, read, context);
  });
  return withForm(schema, list(item, true)).optional();
};

/** Creates a schema of a list item: literal text. */
export const textItem = () => withForm(text(readItem), literal);

/** Creates a schema of a path parameter that removes percent-encoding and parses with `field`. */
export const encodedText = <T>(field: z.ZodType<T, string>) => text(readEncoded(readBy(field)));
