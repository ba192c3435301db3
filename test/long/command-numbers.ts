import { InvalidArgumentError } from 'commander';

/** A parser of whole numbers from 1 to `most`, for an option of a command. */
export const wholeUpTo =
  (most: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };
