import * as z from 'zod';
import { violationWords } from './violation-words.ts';

/** What a text is refused to: the context of a transform of zod's. */
export interface Refusing {
  addIssue(message: string): void;
}

/** Reads the text of a parameter; one that it refuses gives what the parameter then never has. */
export type ReadText<T> = (text: string, refusing: Refusing) => T;

/** Longest literal text a filter takes, in characters; the longest identifier of the contract has 120. */
export const longestText = 120;
/** Most values a comma list takes: far above any sensible use, low enough to bound the work. */
const mostValues = 100;

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

/** Text that is taken as it is. */
export const readLiteral: ReadText<string> = (text, refusing) => {
  if (text.length > longestText) refusing.addIssue(`must have at most ${longestText} characters`);
  return text;
};

const wording = { error: violationWords };

/** The distinct values of comma lists, each as `item` parses it. */
export const readLists = <T>(
  texts: readonly string[],
  item: z.ZodType<T, string>,
  refusing: Refusing,
): ReadonlySet<T> => {
  const read = new Set<T>();
  const values = texts.flatMap((text) => text.split(','));
  if (values.length > mostValues) {
    refusing.addIssue(`must have at most ${mostValues} values`);
    return read;
  }
  for (const value of values) {
    const { success, data, error } = item.safeParse(value, wording);
    if (success) read.add(data);
    else for (const { message } of error.issues) refusing.addIssue(message);
  }
  return read;
};

/** The same of one comma list. */
export const readList =
  <T>(item: z.ZodType<T, string>): ReadText<ReadonlySet<T>> =>
  (text, refusing) =>
    readLists([text], item, refusing);
