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

/** The days of zod's, month by month and year by year. */
const days =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48])-02-29|' +
  '\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';
const dateTime = new RegExp(`^${days}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?Z$`);

/** A moment as `z.iso.datetime()` takes it, which every century but the leap ones does. */
export const isDateTime = (value: unknown): boolean => isText(value) && dateTime.test(value);

/** Zod counts characters, which are one or two units of a text. */
const characters = (value: unknown): number | undefined => {
  if (isText(value)) return [...value].length;
  return Array.isArray(value) ? value.length : undefined;
};

/** At least so much: of a number itself, of a text its characters, of a list its items. */
export const isAtLeast =
  (least: unknown) =>
  (value: unknown): boolean => {
    if (typeof least !== 'number') return false;
    if (typeof value === 'number') return value >= least;
    const count = characters(value);
    return count !== undefined && count >= least;
  };

/** At most so much, likewise. */
export const isAtMost =
  (most: unknown) =>
  (value: unknown): boolean => {
    if (typeof most !== 'number') return false;
    if (typeof value === 'number') return value <= most;
    const count = characters(value);
    return count !== undefined && count <= most;
  };

/** Exactly so many characters or items. */
export const hasLength =
  (length: unknown) =>
  (value: unknown): boolean =>
    characters(value) === length;

/** Matches a pattern that remembers nothing between two texts. */
export const matches =
  (pattern: unknown) =>
  (value: unknown): boolean =>
    pattern instanceof RegExp && !pattern.global && !pattern.sticky && isText(value) && pattern.test(value);
