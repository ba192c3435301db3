import type { WholeZod } from './whole-zod.ts';
import { zodOnDemand } from './zod-on-demand.ts';

let loaded: WholeZod | undefined;
const load = (): WholeZod => {
  const { default: whole }: { readonly default: WholeZod } = require('./zod.cjs');
  loaded = whole;
  return whole;
};

/**
 * Replaces zod in the bundles of functions, with the same names. Zod itself lies in its own file, as loading it and
 * building its schemas would lengthen each cold start.
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

/** Result of a transform that has refused its value. */
export const NEVER = Object.freeze({ status: 'aborted' });

/** Stands in for zod's error class: before zod is loaded, no value is an instance of it. */
export const ZodError = {
  [Symbol.hasInstance]: (value: unknown): boolean => loaded !== undefined && value instanceof loaded.ZodError,
};

export const prettifyError: WholeZod['prettifyError'] = (error) => (loaded ?? load()).prettifyError(error);
export const core = {
  toDotPath: ((path) => (loaded ?? load()).core.toDotPath(path)) satisfies WholeZod['core']['toDotPath'],
};
