import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/get-points-by-location-code.ts';
import { toFilter } from './requests/point-query.ts';
import { apiHandler } from './service.ts';
import { pointsAnswer } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

/** GET /locations/v2/points/{location_code} (getPointsByLocationCodeUsingGET): one point or none. */
export const getPointsByLocationCode = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const point = (await published.current()).byLocationCode(path.location_code, toFilter(query));
    return pointsAnswer(point === undefined ? [] : [point]);
  });

export const handler = getPointsByLocationCode(publishedPoints());
