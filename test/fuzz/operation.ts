import type * as z from 'zod';
import type { TargetResponse } from '../support/targets/api-target.ts';
import type { Given, Parameter } from './requests/parameter.ts';

/** What must come of a request that breaks no rule. */
export interface Expected {
  readonly status: number;
  /** Throws Finding where the answer says something else than the data does. */
  readonly check: (response: TargetResponse) => void;
}

/** An operation that is asked by its path and query alone. */
export interface FuzzedOperation {
  readonly operationId: string;
  /** With `{name}` segments. */
  readonly path: string;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly errors: z.ZodType<ErrorsBody>;
  /** Whether it answers without a key. */
  readonly open: boolean;
  /** The names of its two coordinates, which mostly must be of one place to find anything. */
  readonly near?: { readonly lat: string; readonly lon: string };
  /** Parameters that are wrong only by what else is there, or is not. */
  readonly together?: (given: Given) => readonly string[];
  readonly expect: (given: Given) => Expected;
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
