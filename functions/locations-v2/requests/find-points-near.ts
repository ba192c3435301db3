import * as z from 'zod';
import { integerParam, listParam, numberText } from '../../../shared/http/query-params.ts';
import { pointQuery } from './point-query.ts';
import { serviceCodeText } from './service-codes.ts';

/** Request schema of getGeoLocationsUsingGET. */
export const request = {
  path: { longitude: numberText(-180, 180), latitude: numberText(-90, 90) },
  query: z.object({
    ...pointQuery,
    radius: integerParam(0, 1000).default(50),
    services: listParam(serviceCodeText),
    limit: integerParam(0, 10_000).default(5),
  }),
};
