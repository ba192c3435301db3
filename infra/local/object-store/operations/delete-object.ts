import { queryOf } from '../request/query-of.ts';
import { writeConditionOf } from '../request/write-conditions.ts';
import type { Operation } from './operation.ts';

/** DeleteObject. A key that is not there is deleted already. */
export const deleteObject: Operation = async (request, { objects }) => {
  queryOf(request, {});
  await objects.remove(request.key, writeConditionOf(request));
  return { status: 204, headers: {} };
};
