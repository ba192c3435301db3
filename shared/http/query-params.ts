import * as z from 'zod';

/**
 * Schemas of query parameters. A parameter arrives as the list of its values, as API Gateway's
 * `multiValueQueryStringParameters` has it; one that is absent or empty counts as not given.
 */
const given = z
  .array(z.string())
  .optional()
  .transform((values) => values?.filter((value) => value !== ''))
  .transform((values) => (values?.length ? values : undefined));

/** Twice is twice, even where one of the two is empty: no reader may take the other one. */
const single = z
  .array(z.string())
  .max(1, 'must be given once')
  .optional()
  .transform((values) => values?.[0] || undefined);

/** Longest literal text a filter takes, in characters; the longest identifier of the contract has 120. */
const longestText = 120;
/** Most values a comma list takes: far above any sensible use, low enough to bound the work. */
const mostValues = 100;

const decimalInteger = /^-?[0-9]+$/;
const decimalNumber = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** Parses the decimal text of an integer within bounds; undefined for anything else. */
const parseInteger = (text: string, min: number, max: number): number | undefined => {
  if (!decimalInteger.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? (value === 0 ? 0 : value) : undefined;
};

const parseNumber = (text: string, min: number, max: number): number | undefined => {
  if (!decimalNumber.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
};

/** The text of a path parameter or header that is an integer within bounds. */
export const integerText = (min: number, max: number) =>
  z.string().transform((text, context) => {
    const value = parseInteger(text, min, max);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `must be an integer from ${min} to ${max}` });
    return z.NEVER;
  });

/** The text of a path parameter that is a number (a double in decimal notation) within bounds. */
export const numberText = (min: number, max: number) =>
  z.string().transform((text, context) => {
    const value = parseNumber(text, min, max);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `must be a decimal number from ${min} to ${max}` });
    return z.NEVER;
  });

/** A parameter that is an integer within bounds. */
export const integerParam = (min: number, max: number) => single.pipe(integerText(min, max).optional());

/** A parameter that is a number within bounds. */
export const numberParam = (min: number, max: number) => single.pipe(numberText(min, max).optional());

/** A parameter that is text, taken as it is. */
export const textParam = () =>
  single.pipe(z.string().max(longestText, `must have at most ${longestText} characters`).optional());

const listOf = <T>(item: z.ZodType<T, string>) =>
  z
    .array(z.string())
    .transform((values) => values.flatMap((value) => value.split(',')))
    .pipe(z.array(z.string()).max(mostValues, `must have at most ${mostValues} values`))
    .pipe(z.array(item))
    .transform((values): ReadonlySet<T> => new Set(values));

const asOnly = (value: string) => [value];

/** The text of a path parameter that is a comma list; its distinct values, each as `item` parses it. */
export const listText = <T>(item: z.ZodType<T, string>) => z.string().transform(asOnly).pipe(listOf(item));

/** A parameter that is a comma list; its distinct values, each as `item` parses it. */
export const listParam = <T>(item: z.ZodType<T, string>) => single.pipe(listText(item).optional());

/** A parameter that may come repeatedly, each time with a comma list. */
export const repeatableListParam = <T>(item: z.ZodType<T, string>) => given.pipe(listOf(item).optional());

/** An item of a list that is literal text, without the blanks around it. */
export const textItem = () =>
  z.string().trim().max(longestText, `must have values of at most ${longestText} characters`);
