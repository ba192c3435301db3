import * as z from 'zod';
// Importing `z.core` would bundle all of zod's core.
import { toDotPath } from 'zod/v4/core';

/** Members of zod that functions use, bundled to a file that is loaded when first needed. */
const wholeZod = {
  array: z.array,
  boolean: z.boolean,
  coerce: { date: z.coerce.date },
  core: { toDotPath },
  discriminatedUnion: z.discriminatedUnion,
  enum: z.enum,
  instanceof: z.instanceof,
  int: z.int,
  int32: z.int32,
  iso: { datetime: z.iso.datetime },
  lazy: z.lazy,
  literal: z.literal,
  looseObject: z.looseObject,
  never: z.never,
  number: z.number,
  object: z.object,
  partialRecord: z.partialRecord,
  prettifyError: z.prettifyError,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  stringbool: z.stringbool,
  transform: z.transform,
  tuple: z.tuple,
  union: z.union,
  unknown: z.unknown,
  uuid: z.uuid,
  ZodError: z.ZodError,
};
export type WholeZod = typeof wholeZod;
export default wholeZod;
