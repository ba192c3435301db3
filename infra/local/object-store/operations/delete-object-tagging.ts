import * as z from 'zod';
import { queryOf } from '../request/query-of.ts';
import type { Operation } from './operation.ts';

/** DeleteObjectTagging */
export const deleteObjectTagging: Operation = async (request, { objects }) => {
  queryOf(request, { tagging: z.literal('') });
  await objects.tag(request.key, []);
  return { status: 204, headers: {} };
};
