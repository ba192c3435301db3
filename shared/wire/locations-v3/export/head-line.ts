import type * as z from 'zod';
import { IncompleteExport } from './export-format.ts';

/** Reads the first line of an NDJSON file that begins with a description of itself. Throws IncompleteExport. */
export const headOf = <T>(line: string, schema: z.ZodType<T>): T => {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new IncompleteExport('the first line cannot be read', { cause: error });
  }
};
