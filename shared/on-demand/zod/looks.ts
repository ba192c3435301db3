import { type Look, unsure } from './schema-parts.ts';

/** Gives the values that pass as they are. */
export const lookFor =
  (passes: (value: unknown) => boolean): Look =>
  (value) =>
    passes(value) ? value : unsure;

/** One look after the other, each at what the one before it gave. */
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
 * A moment as `z.iso.datetime()` takes it, written as JavaScript does it. Zod's own pattern takes others too, and a
 * millisecond or two to be compiled.
 */
export const isDateTime = (value: unknown): boolean => {
  // Longer are years of more than four digits.
  if (!isText(value) || value.length !== dateTimeLength) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value;
};

/**
 * What a limit is compared with: a number itself, how many items a list has, or how many characters a text has. These are
 * one or two units each, and only counted where the units alone do not tell at which side of the limit they are.
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

/** At least so much: of a number itself, of a text its characters, of a list its items. */
export const isAtLeast = compared((size, least) => size >= least);

/** At most so much, likewise. */
export const isAtMost = compared((size, most) => size <= most);

/** Exactly so many characters or items. Zod knows no such check of numbers. */
export const hasLength = compared((size, length) => size === length);

/** Matches a pattern that remembers nothing between two texts. */
export const matches =
  (pattern: unknown) =>
  (value: unknown): boolean =>
    pattern instanceof RegExp && !pattern.global && !pattern.sticky && isText(value) && pattern.test(value);
