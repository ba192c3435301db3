import * as z from 'zod';
import { violationWords } from './violation-words.ts';

/** What a text is refused to: the context of a transform of zod's. */
export type Refusing = Pick<z.core.$RefinementCtx, 'addIssue'>;

/** Reads the text of a parameter; one that it refuses gives what the parameter then never has. */
export type ReadText<T> = (text: string, refusing: Refusing) => T;

/**
 * Longest literal text a filter takes, in characters (code points, not UTF-16 units); the longest identifier of the
 * contract has 120.
 */
export const longestText = 120;
/** Most values a comma list takes: far above any sensible use, low enough to bound the work. */
export const mostValues = 100;

const decimalInteger = /^-?[0-9]+$/;
const decimalNumber = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** The decimal text of an integer within bounds. */
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

/** The text of a number (a double in decimal notation) within bounds. */
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

/** Whether a filter refuses the text. No text has more characters than units. */
const isTooLong = (text: string): boolean => text.length > longestText && [...text].length > longestText;

/** Text that is taken as it is, without blanks around it. */
export const readTrimmed: ReadText<string> = (text, refusing) => {
  const trimmed = text.trim();
  if (isTooLong(trimmed)) {
    refusing.addIssue(`must have values of at most ${longestText} characters`);
  }
  return trimmed;
};

/** Text that is taken as it is. */
export const readLiteral: ReadText<string> = (text, refusing) => {
  if (isTooLong(text)) {
    const message = `must have at most ${longestText} characters`;
    // It is a text all the same: refinements of the whole query go on to what else is wrong.
    refusing.addIssue({ code: 'custom', message, continue: true });
  }
  return text;
};

const wording = { error: violationWords };

/** The text as a schema parses it, which is refused in the schema's words. */
export const readBy =
  <T>(schema: z.ZodType<T, string>): ReadText<T> =>
  (text, refusing) => {
    const { success, data, error } = schema.safeParse(text, wording);
    if (success) return data;
    for (const { message } of error.issues) refusing.addIssue(message);
    return z.NEVER;
  };

/** API Gateway hands path parameters on as the client encoded them. */
export const readEncoded =
  <T>(read: ReadText<T>): ReadText<T> =>
  (text, refusing) => {
    // Most have nothing encoded.
    if (!text.includes('%')) return read(text, refusing);
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      refusing.addIssue('is not percent-encoded UTF-8');
      return z.NEVER;
    }
    return read(decoded, refusing);
  };

/** The distinct values of comma lists, each as `read` reads it. */
export const readLists = <T>(
  texts: readonly string[],
  read: ReadText<T>,
  refusing: Refusing,
): ReadonlySet<T> => {
  const distinct = new Set<T>();
  const values = texts.length === 1 ? (texts[0] ?? '').split(',') : texts.flatMap((text) => text.split(','));
  if (values.length > mostValues) refusing.addIssue(`must have at most ${mostValues} values`);
  else for (const value of values) distinct.add(read(value, refusing));
  return distinct;
};

/** The same of one comma list. */
export const readList =
  <T>(read: ReadText<T>): ReadText<ReadonlySet<T>> =>
  (text, refusing) =>
    readLists([text], read, refusing);

/**
 * The same of a comma list of texts, which may have commas themselves: a list that is no longer than one of them is also
 * read as one.
 */
export const readTexts =
  <T>(read: ReadText<T>): ReadText<ReadonlySet<T>> =>
  (text, refusing) => {
    const values = readLists([text], read, refusing);
    return text.includes(',') && !isTooLong(text.trim())
      ? new Set([...values, read(text, refusing)])
      : values;
  };
