import * as z from 'zod/mini';
import { locationType } from '../../../shared/domain/location/location.ts';
import { usageQuery } from './point-query.ts';

/** Request schema of getPointsByTypeUsingGET. */
export const request = {
  path: { points_type: locationType },
  query: z.object(usageQuery),
};
