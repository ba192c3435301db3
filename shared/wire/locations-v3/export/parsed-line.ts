import type * as z from 'zod/mini';
import { IncompleteExport } from './export-format.ts';

/** Parses a line of JSON with a schema. Throws IncompleteExport. */
export const parsedLine = <T>(line: string, schema: z.ZodMiniType<T>): T => {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new IncompleteExport('a line of the export cannot be read', { cause: error });
  }
};
