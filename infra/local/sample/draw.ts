import { createHash } from 'node:crypto';

/** A number from 0 (included) to 1 (not included) that depends on what it is drawn for, and on nothing else. */
export const draw = (...purpose: readonly (string | number)[]): number =>
  createHash('sha256').update(purpose.join('\u0000')).digest().readUInt32BE() / 2 ** 32;

/** An integer from `min` to `max`, both included. */
export const drawInteger = (min: number, max: number, ...purpose: readonly (string | number)[]): number =>
  min + Math.floor(draw(...purpose) * (max - min + 1));

/** One of the choices. */
export const drawOne = <T>(choices: readonly [T, ...T[]], ...purpose: readonly (string | number)[]): T =>
  choices[Math.floor(draw(...purpose) * choices.length)] ?? choices[0];
