import * as z from 'zod';
import { textParam } from '../../../shared/http/query-params.ts';

/** What getServicesUsingGET reads of a request. */
export const request = {
  query: z.object({ pc: textParam() }),
};
