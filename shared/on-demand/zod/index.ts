import type { WholeZod } from './whole-zod.ts';
import { zodOnDemand } from './zod-on-demand.ts';

let loaded: WholeZod | undefined;
const load = (): WholeZod => {
  const { default: whole }: { readonly default: WholeZod } = require('./zod.cjs');
  loaded = whole;
  return whole;
};

/**
 * What the bundles of functions have in the place of zod, under the same names. Zod itself lies in a file beside a
 * function's own: to load it and to make its schemas would be a third of a cold start.
 */
const z = zodOnDemand(() => loaded ?? load());

export const {
  array,
  boolean,
  coerce,
  discriminatedUnion,
  int,
  int32,
  iso,
  lazy,
  literal,
  looseObject,
  never,
  number,
  object,
  partialRecord,
  record,
  strictObject,
  string,
  stringbool,
  transform,
  tuple,
  union,
  unknown,
  uuid,
} = z;
const { enum: enumeration, instanceof: instanceOf } = z;

export { enumeration as enum, instanceOf as instanceof };

/** What a transform gives that has refused its value. */
export const NEVER = Object.freeze({ status: 'aborted' });

/** Nothing is an error of zod's before zod was needed. */
export const ZodError = {
  [Symbol.hasInstance]: (value: unknown): boolean => loaded !== undefined && value instanceof loaded.ZodError,
};

export const prettifyError: WholeZod['prettifyError'] = (error) => (loaded ?? load()).prettifyError(error);
export const core = {
  toDotPath: ((path) => (loaded ?? load()).core.toDotPath(path)) satisfies WholeZod['core']['toDotPath'],
};
