import * as z from 'zod/mini';
import { largestIdentifier } from '../../../shared/domain/location/location.ts';
import { integerText } from '../../../shared/http/query-params.ts';
import { pointQuery } from './point-query.ts';

/** Request schema of getGeoLocationsByWcidUsingGET. */
export const request = {
  path: { work_centre_id: integerText(0, largestIdentifier) },
  query: z.object(pointQuery),
};
