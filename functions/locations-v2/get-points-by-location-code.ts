import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { matchesLocationFilter } from '../../shared/domain/location/location-filter.ts';
import { toPoint } from '../../shared/wire/locations-v2/point-view.ts';
import type { PointsResponse } from './contract.ts';
import { toFilter, usageQuery } from './point-query.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';

const request = {
  path: { location_code: z.string() },
  query: z.object(usageQuery),
};

/** GET /locations/v2/points/{location_code} (getPointsByLocationCodeUsingGET): one point or none. */
export const getPointsByLocationCode = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ path, query }): Promise<PointsResponse> => {
    const location = (await published.current()).byLocationCode(path.location_code);
    const found = location !== undefined && matchesLocationFilter(location, toFilter(query));
    return { points: found ? [toPoint(location)] : [] };
  });

export const handler = getPointsByLocationCode(publishedPoints());
