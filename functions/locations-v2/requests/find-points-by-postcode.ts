import * as z from 'zod/mini';
import { integerText } from '../../../shared/http/query-params.ts';
import { pointQuery } from './point-query.ts';

/** Request schema of getGeoLocationsByPostCodeUsingGET. */
export const request = {
  path: { postcode: integerText(0, 9999) },
  query: z.object(pointQuery),
};
