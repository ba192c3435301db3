import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { described, integerParam, listParam, numberText } from '../../shared/http/query-params.ts';
import type { Streamed } from '../../shared/http/response.ts';
import type { NearbyPointsResponse } from './contract.ts';
import { pointQuery, toFilter, toNearbyPoint } from './points.ts';
import { streamingCatalogueHandler } from './service.ts';
import { serviceCodeText } from './services.ts';

export const request = {
  path: {
    longitude: described(
      numberText(-180, 180),
      'Longitude in degrees (WGS 84). It comes before the latitude.',
      144.9631,
    ),
    latitude: described(numberText(-90, 90), 'Latitude in degrees (WGS 84).', -37.8136),
  },
  query: z.extend(pointQuery, {
    radius: described(z._default(integerParam(0, 1000), 50), 'Search radius in kilometres, inclusive.', 5),
    services: described(
      listParam(serviceCodeText),
      'Comma-separated list of service codes. A point matches if it offers any of them.',
      '20,22',
    ),
    limit: described(z._default(integerParam(0, 10_000), 5), 'Maximum number of points.', 3),
  }),
};

/**
 * GET /locations/v2/points/geo/{longitude}/{latitude} (getGeoLocationsUsingGET): returns points, nearest first.
 * Streamed, because 10,000 points exceed the 6 MB limit of a buffered response.
 */
export const findPointsNear = streamingCatalogueHandler(
  request,
  (catalogue, { path, query }): Streamed<NearbyPointsResponse> => {
    const { page } = catalogue.search({
      filter: { ...toFilter(query), serviceCodes: query.services },
      area: { centre: { lat: path.latitude, lon: path.longitude }, radiusKm: query.radius },
      offset: 0,
      size: query.limit,
    });
    return { points: Iterator.from(page).map(toNearbyPoint) };
  },
);

export const handler = findPointsNear(deployedCatalogue());
