import * as z from 'zod';
import { quoted } from './quoted.ts';
import { violationWords } from './violation-words.ts';

/** Receiver of issues: the context of a zod transform. */
export type Refusing = Pick<z.core.$RefinementCtx, 'addIssue'>;

/** Reads the text of a parameter. The value returned for a refused text is not used. */
export type ReadText<T> = (text: string, refusing: Refusing) => T;

/** Maximum length of a filter's literal text, in code points; the longest identifier of the contract has 120. */
export const longestText = 120;
/** Maximum number of values in a comma list: above any sensible use, and a bound on the work. */
export const mostValues = 100;

const decimalInteger = /^-?[0-9]+$/;
const decimalNumber = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** Creates a reader of integers in decimal notation, bounds inclusive. */
export const readInteger =
  (min: number, max: number): ReadText<number> =>
  (text, refusing) => {
    if (decimalInteger.test(text)) {
      const value = Number(text);
      if (value >= min && value <= max) return value === 0 ? 0 : value;
    }
    refusing.addIssue(`must be an integer from ${min} to ${max}`);
    return z.NEVER;
  };

/** Creates a reader of doubles in decimal notation, bounds inclusive. */
export const readNumber =
  (min: number, max: number): ReadText<number> =>
  (text, refusing) => {
    if (decimalNumber.test(text)) {
      const value = Number(text);
      if (value >= min && value <= max) return value;
    }
    refusing.addIssue(`must be a decimal number from ${min} to ${max}`);
    return z.NEVER;
  };

/** Whether the text exceeds `longestText`. The length in UTF-16 units, an upper bound, is compared first. */
const isTooLong = (text: string): boolean => text.length > longestText && [...text].length > longestText;

/** Reads an item of a list: literal text. */
export const readItem: ReadText<string> = (text, refusing) => {
  if (isTooLong(text)) {
    refusing.addIssue(`each value must be at most ${longestText} characters long; ${quoted(text)} is not`);
  }
  return text;
};

/** Reads literal text. */
export const readLiteral: ReadText<string> = (text, refusing) => {
  if (isTooLong(text)) {
    const message = `must be at most ${longestText} characters long`;
    // Refinements of the whole query must still run, so that all violations are reported.
    refusing.addIssue({ code: 'custom', message, continue: true });
  }
  return text;
};

const wording = { error: violationWords };

/** Creates a reader that parses with a schema and reports the schema's messages. */
export const readBy =
  <T>(schema: z.ZodType<T, string>): ReadText<T> =>
  (text, refusing) => {
    const { success, data, error } = schema.safeParse(text, wording);
    if (success) return data;
    for (const { message } of error.issues) refusing.addIssue(message);
    return z.NEVER;
  };

/** Creates a reader that removes percent-encoding first, as API Gateway passes path parameters on encoded. */
export const readEncoded =
  <T>(read: ReadText<T>): ReadText<T> =>
  (text, refusing) => {
    // Few parameters contain an encoded character.
    if (!text.includes('%')) return read(text, refusing);
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      refusing.addIssue('is not valid percent-encoded UTF-8');
      return z.NEVER;
    }
    return read(decoded, refusing);
  };

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Removes spaces and tabs at both ends; `trim` would also remove line breaks. */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (start < end && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
};

/** Names the item in its issue: `must be one of PO, UPL` becomes `"XX" is not one of PO, UPL`. */
const aboutItem = (item: string, refusing: Refusing): Refusing => ({
  addIssue: (issue) => {
    const isVerdict = typeof issue === 'string' && issue.startsWith('must be ');
    refusing.addIssue(isVerdict ? `${quoted(item)} is not ${issue.slice('must be '.length)}` : issue);
  },
});

/**
 * Reads comma-separated lists as one set of distinct values, each by `read`. Spaces and tabs around the commas are
 * ignored.
 */
export const readLists = <T>(
  texts: readonly string[],
  read: ReadText<T>,
  refusing: Refusing,
): ReadonlySet<T> => {
  const distinct = new Set<T>();
  const items = texts.flatMap((text) => text.split(','));
  if (items.length > mostValues) refusing.addIssue(`must contain at most ${mostValues} values`);
  else
    for (const item of new Set(items.map(trimBlanks))) {
      if (item === '') refusing.addIssue('must not contain empty values; check for extra commas');
      else distinct.add(read(item, aboutItem(item, refusing)));
    }
  return distinct;
};

/** Creates a reader of one comma-separated list as a set of distinct values. */
export const readList =
  <T>(read: ReadText<T>): ReadText<ReadonlySet<T>> =>
  (text, refusing) =>
    readLists([text], read, refusing);

/**
 * Creates a reader of a comma-separated list of texts that may themselves contain commas or begin or end with blanks:
 * the whole text is also a value, as sent and without the blanks around it.
 */
export const readTexts =
  <T>(read: ReadText<T>): ReadText<ReadonlySet<T>> =>
  (text, refusing) => {
    const values = new Set(readLists([text], read, refusing));
    for (const whole of [text, trimBlanks(text)]) {
      let isText = true;
      const value = read(whole, {
        addIssue: () => {
          isText = false;
        },
      });
      if (isText) values.add(value);
    }
    return values;
  };
