import { queryOf } from '../request/query-of.ts';
import type { Operation } from './operation.ts';

/** HeadBucket: the bucket was found, or this is not asked. */
export const headBucket: Operation = async (request) => {
  queryOf(request, {});
  return { status: 200, headers: {} };
};
