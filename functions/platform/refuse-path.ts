import { notFound } from '../../shared/http/api-error.ts';
import { apiHandlerOf } from '../../shared/http/api-handler.ts';

const apiHandler = apiHandlerOf({ failures: [], namesSource: false });

/** Every path that leads to no operation: 404. */
export const handler = apiHandler({}, async () => {
  throw notFound('There is nothing under this path.');
});
