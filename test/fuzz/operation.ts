import type * as fc from 'fast-check';
import type * as z from 'zod';
import type { ApiTarget, TargetRequest, TargetResponse } from '../support/targets/api-target.ts';
import { type Reading, wrong } from './oracle/readings.ts';

/** A request with what must come of it. */
export interface Probe {
  readonly request: TargetRequest;
  /** Throws Finding; may send further requests. */
  readonly verify: (response: TargetResponse, target: ApiTarget) => void | Promise<void>;
}

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

/** Returns the value of a parameter that breaks no rule. */
export const readingOf = <T>(given: Given, { name, read }: Parameter<T>): T => {
  const value = read(valuesOf(given, name));
  if (value === wrong) throw new Error(`${name} is wrong: nothing follows from it`);
  return value;
};

/** Whether a parameter has a value that is not empty. */
export const isGiven = (given: Given, { name }: Parameter): boolean =>
  valuesOf(given, name).some((value) => value !== '');

/** What must come of a request that breaks no rule. */
export interface Expected {
  readonly status: number;
  /** Throws Finding if the response differs from the data. */
  readonly check: (response: TargetResponse) => void;
}

/** Knows what an operation must return for the fixture network. */
export interface Oracle {
  readonly operationId: string;
  /** Parameters whose rules and meaning it knows. The fuzzer takes all others from the OpenAPI document. */
  readonly parameters: readonly Parameter[];
  /** The names of two coordinates, which usually must be of one place to find anything. */
  readonly near?: { readonly lat: string; readonly lon: string };
  /** Returns parameters that are wrong only because of what else is given or missing. */
  readonly together?: (given: Given) => readonly string[];
  readonly expect: (given: Given) => Expected;
}

/** An operation as the route table and its OpenAPI document describe it, with its oracle if there is one. */
export interface FuzzedOperation {
  readonly operationId: string;
  readonly method: string;
  /** With `{name}` segments. */
  readonly path: string;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  /** Parameters of `inPath` and `inQuery` that only the document describes. */
  readonly documentedOnly: readonly Parameter[];
  readonly bodies?: fc.Arbitrary<string>;
  readonly errors: z.ZodType<ErrorsBody>;
  /** Whether it needs no key. */
  readonly open: boolean;
  readonly oracle?: Oracle;
}

/** The body of every error, as the contracts of the three services have it. */
export interface ErrorsBody {
  readonly errors: readonly {
    readonly id: string;
    readonly code: string;
    readonly detail: string;
    readonly source?: { readonly parameter: string } | undefined;
  }[];
}
