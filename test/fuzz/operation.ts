import type * as fc from 'fast-check';
import type * as z from 'zod';
import type { ApiTarget, TargetRequest, TargetResponse } from '../support/targets/api-target.ts';
import { type Reading, wrong } from './oracle/readings.ts';

export interface Probe {
  readonly request: TargetRequest;
  /** Checks the response. May send further requests. Throws Finding. */
  readonly verify: (response: TargetResponse, target: ApiTarget) => void | Promise<void>;
}

/** Parameter of an operation, with values to send and their meaning according to the specification. */
export interface Parameter<T = unknown> {
  readonly name: string;
  readonly samples: fc.Arbitrary<string>;
  readonly read: Reading<T>;
}

export const parameter = <T>(
  name: string,
  samples: fc.Arbitrary<string>,
  read: Reading<T>,
): Parameter<T> => ({ name, samples, read });

/** Decoded values of a request's parameters, by name. */
export type Given = ReadonlyMap<string, readonly string[]>;

const valuesOf = (given: Given, name: string): readonly string[] => given.get(name) ?? [];

export const isWrong = (given: Given, { name, read }: Parameter): boolean =>
  read(valuesOf(given, name)) === wrong;

export const readingOf = <T>(given: Given, { name, read }: Parameter<T>): T => {
  const value = read(valuesOf(given, name));
  if (value === wrong) throw new Error(`${name} is invalid, so that no result can be derived from it`);
  return value;
};

/** Whether a parameter has a non-empty value. */
export const isGiven = (given: Given, { name }: Parameter): boolean =>
  valuesOf(given, name).some((value) => value !== '');

/** Computes the response that an operation must return for the fixture network. */
export interface Oracle {
  readonly operationId: string;
  /** Parameters whose rules the oracle implements. All others come from the OpenAPI document. */
  readonly parameters: readonly Parameter[];
  /** Names of the two coordinates, which usually get the values of one place, so that searches have results. */
  readonly near?: { readonly lat: string; readonly lon: string };
  /** Returns parameters that are invalid only in combination with others. */
  readonly together?: (given: Given) => readonly string[];
  /** Default: 200. */
  readonly status?: (given: Given) => number;
  /** Checks a response that has the expected status, unless it is an error. Throws Finding. */
  readonly check: (given: Given, response: TargetResponse) => void;
}

/** Operation from the route table and its OpenAPI document, with its oracle if it has one. */
export interface FuzzedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  /** Parameters in `inPath` and `inQuery` whose rules are only in the document. */
  readonly documentedOnly: readonly Parameter[];
  readonly bodies?: fc.Arbitrary<string>;
  readonly errors: z.ZodType<ErrorsBody>;
  readonly open: boolean;
  readonly oracle?: Oracle;
}

/** Error body that the contracts of all three services share. */
export interface ErrorsBody {
  readonly errors: readonly {
    readonly id: string;
    readonly code: string;
    readonly detail: string;
    readonly source?: { readonly parameter: string } | undefined;
  }[];
}
