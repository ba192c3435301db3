import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { dayMilliseconds } from '../../shared/domain/location/hours/calendar.ts';

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const parseTime = (text: string, direction: 1 | -1, days: string): Date => {
  const count = /^(\d{1,5})d$/.exec(text)?.[1];
  if (count !== undefined) return new Date(Date.now() + direction * Number(count) * dayMilliseconds);
  if (instant.safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError(
    `Expected a date (2026-01-31), a date and time (2026-01-31T12:00:00Z) or ${days}.`,
  );
};

/** Option with a time in the past: an ISO 8601 date (its start in UTC), a date and time, or `7d` for 7 days ago. */
export const pastOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text) => parseTime(text, -1, 'days ago (7d)'));

/** Parses a time in the future: a date, a date and time, or `90d` for 90 days from now. Returns ISO 8601, UTC. */
export const futureTime = (text: string): string => {
  const time = parseTime(text, 1, 'days from now (90d)');
  if (time.getTime() > Date.now()) return time.toISOString();
  throw new InvalidArgumentError(`${time.toISOString()} is not in the future.`);
};

export const visibleLine =
  (maxLength: number, what: string) =>
  (text: string): string => {
    const line = text.trim();
    if (line.length > 0 && line.length <= maxLength && !/[\p{Cc}\p{Cf}]/u.test(line)) return line;
    throw new InvalidArgumentError(`Expected ${what} of 1 to ${maxLength} visible characters on one line.`);
  };

export const reasonOption = (description: string) =>
  new Option('--reason <text>', description).argParser(visibleLine(500, 'a reason'));

/** Option that takes one of several values, in upper or lower case. */
export const choiceOption = (flags: string, description: string, choices: readonly string[]) =>
  new Option(flags, description).choices(choices).argParser((text) => {
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  });

/** Returns a parser for an integer of at most 5 digits. */
export const wholeNumber =
  (min: number, max: number, more = '') =>
  (text: string): number => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a number from ${min} to ${max}.${more}`);
  };

const maxListed = 1_000;

export const limitOption = (description: string, more?: string) =>
  new Option('--limit <number>', description).argParser(wholeNumber(1, maxListed, more));

export const pageOptions = (limit: number) => [
  limitOption('maximum number of items', ' To list more, use --cursor.').default(limit),
  new Option('--cursor <cursor>', 'cursor from the end of the previous page, to continue the list'),
];
