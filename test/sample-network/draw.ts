import { hash } from 'node:crypto';

/** Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive) that depends only on `purpose`. */
export const draw = (...purpose: readonly (string | number)[]): number =>
  hash('sha256', purpose.join('\u0000'), 'buffer').readUInt32BE() / 2 ** 32;

/** Returns an integer from `min` to `max` (both inclusive). */
export const drawInteger = (min: number, max: number, ...purpose: readonly (string | number)[]): number =>
  min + Math.floor(draw(...purpose) * (max - min + 1));

export const drawOne = <T>(choices: readonly T[], ...purpose: readonly (string | number)[]): T => {
  const [choice] = choices.slice(Math.floor(draw(...purpose) * choices.length));
  if (choice === undefined) throw new Error('there is nothing to choose from');
  return choice;
};
