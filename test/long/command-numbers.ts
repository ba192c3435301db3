import { InvalidArgumentError } from 'commander';

/** Creates a parser of integers from 1 to `max`, for a command's option. */
export const wholeUpTo =
  (max: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be an integer from 1 to ${max}.`);
  };
