import { type Look, unsure } from './schema-parts.ts';

/** Creates a look that returns values that pass unchanged. */
export const lookFor =
  (passes: (value: unknown) => boolean): Look =>
  (value) =>
    passes(value) ? value : unsure;

/** Chains two looks: the second sees the result of the first. */
export const andThen =
  (first: Look, second: Look): Look =>
  (value) => {
    const found = first(value);
    return found === unsure ? unsure : second(found);
  };

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFiniteNumber = (value: unknown): boolean => Number.isFinite(value);
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
export const isInt32 = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value;

const dateTimeLength = '2026-01-31T23:59:59.999Z'.length;

/**
 * Whether the value is a timestamp as JavaScript writes it. `z.iso.datetime()` accepts other forms too, which are left
 * to zod, as its pattern is slow to compile.
 */
export const isDateTime = (value: unknown): boolean => {
  // Longer texts have years of more than four digits.
  if (!isText(value) || value.length !== dateTimeLength) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
};

/**
 * Returns the size to compare with a limit: a number, the items of a list, or the code points of a text. A code point
 * has one or two units, so they are counted only if the units do not decide.
 */
const sizeOf = (value: unknown, limit: number): number | undefined => {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  if (!isText(value)) return undefined;
  const units = value.length;
  return units < limit || units > 2 * limit ? units : [...value].length;
};

const compared =
  (passes: (size: number, limit: number) => boolean) =>
  (limit: unknown) =>
  (value: unknown): boolean => {
    if (typeof limit !== 'number') return false;
    const size = sizeOf(value, limit);
    return size !== undefined && passes(size, limit);
  };

/** Whether a number, the items of a list or the characters of a text are at least the limit. */
export const isAtLeast = compared((size, least) => size >= least);

/** Whether a number, the items of a list or the characters of a text are at most the limit. */
export const isAtMost = compared((size, most) => size <= most);

/** Whether a text or list has exactly this length; zod has no such check of numbers. */
export const hasLength = compared((size, length) => size === length);

/** Whether a text matches a pattern; false for global and sticky patterns, which keep state between texts. */
export const matches =
  (pattern: unknown) =>
  (value: unknown): boolean =>
    pattern instanceof RegExp && !pattern.global && !pattern.sticky && isText(value) && pattern.test(value);
