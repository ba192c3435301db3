import * as z from 'zod/mini';
import { listText, textParam } from '../../../shared/http/query-params.ts';
import { serviceCodeText } from './service-codes.ts';

/** Request schema of getServicesByServiceCodesUsingGET. */
export const request = {
  path: { service_codes: listText(serviceCodeText) },
  query: z.object({ pc: textParam() }),
};
