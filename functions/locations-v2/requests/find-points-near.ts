import * as z from 'zod/mini';
import { integerParam, listParam, numberText } from '../../../shared/http/query-params.ts';
import { pointQuery } from './point-query.ts';
import { serviceCodeText } from './service-codes.ts';

/** Request schema of getGeoLocationsUsingGET. */
export const request = {
  path: { longitude: numberText(-180, 180), latitude: numberText(-90, 90) },
  query: z.object({
    ...pointQuery,
    radius: z._default(integerParam(0, 1000), 50),
    services: listParam(serviceCodeText),
    limit: z._default(integerParam(0, 10_000), 5),
  }),
};
