import type * as z from 'zod/mini';
import { logger } from '../observability/logger.ts';

/**
 * Parses a row of a table; undefined for an invalid one, which is logged by its key and the attributes at fault (never
 * their values), so that one bad row cannot break answers about others.
 */
export const readRow = <T>(schema: z.ZodMiniType<T>, row: unknown, key: string): T | undefined => {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const attributes = parsed.error.issues.map(({ path }) => path.join('.'));
  logger.warn('row skipped', { key, attributes });
  return undefined;
};
