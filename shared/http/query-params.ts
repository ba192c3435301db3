import * as z from 'zod/mini';
import { quoted, violationMessage } from './errors.ts';

/** Maximum length of a literal text, in code points. It is the length of the contract's longest identifiers. */
export const maxTextLength = 120;
/** Maximum number of values in a comma-separated list, which bounds the work of a request. */
export const maxValues = 100;

/** Form of a parameter, in terms of JSON Schema. */
export type ParameterForm =
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly maxLength: number }
  | {
      readonly type: 'array';
      /** Schema of one value of the comma-separated list. */
      readonly items: z.core.$ZodType;
      readonly maxItems: number;
      /** Whether the parameter may be repeated, each time with a list. */
      readonly repeatable: boolean;
    };

const forms = new WeakMap<z.core.$ZodType, ParameterForm>();

/** Registers the form of a schema for OpenAPI, because it cannot be derived from a transform. Returns the schema. */
const withForm = <S extends z.core.$ZodType>(schema: S, form: ParameterForm): S => {
  forms.set(schema, form);
  return schema;
};

type Example = string | number | readonly string[];

/** Returns a copy of a schema with a description, an example and more metadata for OpenAPI. */
export const described = <S extends z.core.$ZodType>(
  schema: S,
  description: string,
  example?: Example,
  more: { readonly default?: number; readonly [extensionMark]?: boolean } = {},
): S => {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, { description, ...(example !== undefined && { examples: [example] }), ...more });
  const form = formOf(schema);
  return form ? withForm(copy, form) : copy;
};

/** Describes an addition to the specification, which OpenAPI marks. See `described`. */
export const extension = <S extends z.core.$ZodType>(schema: S, description: string, example?: Example): S =>
  described(schema, description, example, { [extensionMark]: true });

/** Member of OpenAPI documents that marks Waypost's additions to the specifications. */
export const extensionMark = 'x-waypost-extension';

/** Returns the form of a schema; undefined if none is registered. */
export const formOf = (schema: z.core.$ZodType): ParameterForm | undefined => forms.get(schema);

/** Schema that parses the text of a parameter. */
type TextSchema<T> = z.core.$ZodType<T, string>;

/*
 * Schemas named `...Text` and `...Item` are for path parameters, headers and list items. Those named `...Param` are for
 * optional query parameters, whose input is the array of values in API Gateway's `multiValueQueryStringParameters`.
 */

/** Creates a schema for an integer in decimal notation. The bounds are inclusive. */
export const integerText = (minimum: number, maximum: number) =>
  decimalText(/^-?[0-9]+$/, 'an integer', { type: 'integer', minimum, maximum });

/** Creates a schema for a number in decimal notation. The bounds are inclusive. */
export const numberText = (minimum: number, maximum: number) =>
  decimalText(/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/, 'a decimal number', {
    type: 'number',
    minimum,
    maximum,
  });

/** Creates a schema for literal text with a maximum length in code points, and further checks. */
export const literalText = (
  maxLength: number,
  error: string | z.core.$ZodErrorMap = `must be at most ${maxLength} characters long`,
  ...checks: readonly z.core.$ZodCheck<string>[]
) =>
  withForm(
    z.string().check(
      z.refine((text) => [...text].length <= maxLength, { error }),
      ...checks,
    ),
    {
      type: 'string',
      maxLength,
    },
  );

/** Creates a schema for literal text in a list. */
export const textItem = () =>
  literalText(
    maxTextLength,
    ({ input }) =>
      `each value must be at most ${maxTextLength} characters long; ${quoted(String(input))} is not`,
  );

/** Creates a schema for a comma-separated list of distinct values, each parsed by `item`. */
export const listText = <T>(item: TextSchema<T>) =>
  listBy(item, (text, context) => readList([text], item, context));

/** Creates a schema for an integer in decimal notation. The bounds are inclusive. */
export const integerParam = (minimum: number, maximum: number) => single(integerText(minimum, maximum));

/** Creates a schema for a number in decimal notation. The bounds are inclusive. */
export const numberParam = (minimum: number, maximum: number) => single(numberText(minimum, maximum));

export const textParam = () => single(literalText(maxTextLength));

/** Creates a schema for a parameter whose text is parsed by `text`. */
export const textParamOf = <T>(text: TextSchema<T>) => single(text);

export const patternParam = (pattern: RegExp, message: string) =>
  z.pipe(textParam(), z.optional(z.string().check(z.regex(pattern, message))));

/** Creates a schema for a comma-separated list: see listText. A blank list counts as absent. */
export const listParam = <T>(item: TextSchema<T>) => single(listText(item), isBlank);

/** Part of a description, which explains how textListParam handles commas. */
export const commaNote = 'A value that contains a comma must be the only one.';

/**
 * Creates a schema for a comma-separated list of texts that may themselves contain commas, or start or end with spaces.
 * The whole text is therefore also a value, both as sent and trimmed. A blank list counts as absent.
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

/** Creates a schema for a parameter that may be repeated, each time with a list. Blank lists count as absent. */
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

/** Adds a violation to the issues of a transform. */
export const addViolation = (context: z.core.ParsePayload, message: string): void => {
  context.issues.push({ code: 'custom', message, input: context.value });
};

/**
 * Creates a schema for a parameter that must not be repeated. An empty value counts as absent. Repeated parameters are
 * rejected even if all values but one are empty, because other programs could read a different value.
 */
const single = <T>(text: TextSchema<T>, isAbsent: (value: string) => boolean = (value) => value === '') => {
  const onlyValue = z.transform((texts: string[], context: z.core.ParsePayload): string | undefined => {
    const [given, ...others] = texts;
    if (others.length > 0) addViolation(context, 'must not be repeated');
    return given === undefined || others.length > 0 || isAbsent(given) ? undefined : given;
  });
  const schema = z.pipe(z.pipe(z.array(z.string()), onlyValue), z.optional(text));
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
      // Converts -0 to 0.
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
 * Parses comma-separated lists into one set of distinct values. Spaces and tabs around commas are ignored. Issues name
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

/** Removes spaces and tabs at both ends in linear time. `trim` would also remove line breaks. */
export const trimBlanks = (text: string): string => {
  const isSpaceOrTab = (index: number) => text[index] === ' ' || text[index] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isSpaceOrTab(start)) start++;
  while (start < end && isSpaceOrTab(end - 1)) end--;
  return text.slice(start, end);
};
