import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { integerParam, listParam, numberText } from '../../shared/http/query-params.ts';
import { pointQuery, toFilter } from './point-query.ts';
import { nearbyPointText } from './point-text.ts';
import { pointsBody } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { streamingApiHandler } from './service.ts';
import { serviceCodeText } from './service-codes.ts';

const request = {
  path: { longitude: numberText(-180, 180), latitude: numberText(-90, 90) },
  query: z.object({
    ...pointQuery,
    radius: integerParam(0, 1000).default(50),
    services: listParam(serviceCodeText),
    limit: integerParam(0, 10_000).default(5),
  }),
};

/**
 * GET /locations/v2/points/geo/{longitude}/{latitude} (getGeoLocationsUsingGET): nearest first. Streamed: 10,000
 * points exceed the 6 MB of a buffered answer.
 */
export const findPointsNear = (published: PublishedCatalogue) =>
  streamingApiHandler(request, async ({ path, query }) => {
    const area = { centre: { lat: path.latitude, lon: path.longitude }, radiusKm: query.radius };
    const filter = { ...toFilter(query), serviceCodes: query.services };
    const catalogue = await published.current();
    return pointsBody(catalogue.nearest(area, filter, query.limit), nearbyPointText);
  });

export const handler = findPointsNear(publishedPoints());
