import * as z from 'zod';
import { type ParameterForm, withForm } from './parameter-form.ts';
import {
  longestText,
  mostValues,
  type ReadText,
  readBy,
  readEncoded,
  readInteger,
  readList,
  readLists,
  readLiteral,
  readNumber,
  readTexts,
  readTrimmed,
} from './parameter-text.ts';

/**
 * Schemas of query parameters. A parameter arrives as the list of its values, as API Gateway's
 * `multiValueQueryStringParameters` has it; one that is absent or empty counts as not given. Each is one transform:
 * every step of a chain of schemas would cost as much as the whole reading of a number.
 */
type Values = readonly string[] | undefined;

const isText = (value: unknown) => typeof value === 'string';

/** Whether they are what the gateway sends, whatever the type of the parameter promises. */
const isValues = (values: unknown): boolean => Array.isArray(values) && values.every(isText);

const notValues = (input: unknown) => ({ code: 'invalid_type', expected: 'array', input }) as const;

/** Twice is twice, even where one of the two is empty: no reader may take the other one. */
const single = <T>(read: ReadText<T>) =>
  z.transform((values: Values, context): T | undefined => {
    if (values === undefined) return undefined;
    if (!isValues(values)) context.addIssue(notValues(values));
    else if (values.length > 1) context.addIssue('must be given once');
    else if (values[0]) return read(values[0], context);
    return undefined;
  });

/** The text of a path parameter. */
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

/** The text of a path parameter or header that is an integer within bounds. */
export const integerText = (min: number, max: number) =>
  withForm(text(readInteger(min, max)), integer(min, max));

/** The text of a path parameter that is a number (a double in decimal notation) within bounds. */
export const numberText = (min: number, max: number) =>
  withForm(text(readNumber(min, max)), number(min, max));

/** The text of a path parameter that is a comma list; its distinct values, each as `item` parses it. */
export const listText = <T>(item: z.ZodType<T, string>) =>
  withForm(text(readList(readBy(item))), list(item, false));

/** A parameter that is an integer within bounds. */
export const integerParam = (min: number, max: number) =>
  withForm(single(readInteger(min, max)), integer(min, max)).optional();

/** A parameter that is a number within bounds. */
export const numberParam = (min: number, max: number) =>
  withForm(single(readNumber(min, max)), number(min, max)).optional();

/** A parameter that is text, taken as it is. */
export const textParam = () => withForm(single(readLiteral), literal).optional();

/** A parameter that is a comma list; its distinct values, each as `item` parses it. */
export const listParam = <T>(item: z.ZodType<T, string>) =>
  withForm(single(readList(readBy(item))), list(item, false)).optional();

/** The same of literal texts: where they have commas, it is also the one text that it is as a whole. */
export const textListParam = <T>(item: z.ZodType<T, string>) =>
  withForm(single(readTexts(readBy(item))), list(item, false)).optional();

/** A parameter that may come repeatedly, each time with a comma list. */
export const repeatableListParam = <T>(item: z.ZodType<T, string>) => {
  const read = readBy(item);
  const schema = z.transform((values: Values, context): ReadonlySet<T> | undefined => {
    if (values === undefined) return undefined;
    if (!isValues(values)) {
      context.addIssue(notValues(values));
      return undefined;
    }
    const given = values.filter((value) => value !== '');
    return given.length === 0 ? undefined : readLists(given, read, context);
  });
  return withForm(schema, list(item, true)).optional();
};

/** An item of a list that is literal text, without the blanks around it. */
export const textItem = () => withForm(text(readTrimmed), literal);

/** A path parameter as it came: its text without the percent-encoding, as `field` parses it. */
export const encodedText = <T>(field: z.ZodType<T, string>) => text(readEncoded(readBy(field)));
