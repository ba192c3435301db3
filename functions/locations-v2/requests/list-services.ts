import * as z from 'zod/mini';
import { textParam } from '../../../shared/http/query-params.ts';

/** Request schema of getServicesUsingGET. */
export const request = {
  query: z.object({ pc: textParam() }),
};
