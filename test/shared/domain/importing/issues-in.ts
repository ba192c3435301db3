import type * as z from 'zod/mini';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

export const issuesIn = (record: z.ZodMiniType, line: unknown): string | undefined => {
  const { error } = record.safeParse(line);
  return error && describeIssues(error);
};
