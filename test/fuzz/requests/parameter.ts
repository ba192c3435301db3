import type * as fc from 'fast-check';
import { type Reading, wrong } from '../oracle/readings.ts';

/** A parameter of an operation: values to send, and what the specification takes them for. */
export interface Parameter<T = unknown> {
  readonly name: string;
  readonly samples: fc.Arbitrary<string>;
  readonly read: Reading<T>;
}

/** The values of each parameter of a request by its name, decoded. */
export type Given = ReadonlyMap<string, readonly string[]>;

const valuesOf = (given: Given, name: string): readonly string[] => given.get(name) ?? [];

export const isWrong = (given: Given, { name, read }: Parameter): boolean =>
  read(valuesOf(given, name)) === wrong;

/** What a parameter says that breaks no rule. */
export const readingOf = <T>(given: Given, { name, read }: Parameter<T>): T => {
  const value = read(valuesOf(given, name));
  if (value === wrong) throw new Error(`${name} is wrong: nothing follows from it`);
  return value;
};

/** Whether a parameter is there, empty ones left aside. */
export const isGiven = (given: Given, { name }: Parameter): boolean =>
  valuesOf(given, name).some((value) => value !== '');
