import { InvalidArgumentError } from 'commander';

/** Returns a parser for a command's option that accepts integers from 1 to `max`. */
export const wholeUpTo =
  (max: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be an integer from 1 to ${max}.`);
  };
