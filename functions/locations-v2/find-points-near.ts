import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { integerParam, listParam, numberText } from '../../shared/http/query-params.ts';
import type { Streamed } from '../../shared/http/response.ts';
import type { NearbyPointsResponse } from './contract.ts';
import { pointQuery, toFilter, toNearbyPoint } from './points.ts';
import { streamingApiHandler } from './service.ts';
import { serviceCodeText } from './services.ts';

export const request = {
  path: { longitude: numberText(-180, 180), latitude: numberText(-90, 90) },
  query: z.extend(pointQuery, {
    radius: z._default(integerParam(0, 1000), 50),
    services: listParam(serviceCodeText),
    limit: z._default(integerParam(0, 10_000), 5),
  }),
};

/**
 * GET /locations/v2/points/geo/{longitude}/{latitude} (getGeoLocationsUsingGET): nearest first. Streamed: 10,000
 * points exceed the 6 MB of a buffered response.
 */
export const findPointsNear = (published: PublishedCatalogue) =>
  streamingApiHandler(request, async ({ path, query }): Promise<Streamed<NearbyPointsResponse>> => {
    const catalogue = await published.current();
    const { page } = catalogue.search({
      filter: { ...toFilter(query), serviceCodes: query.services },
      area: { centre: { lat: path.latitude, lon: path.longitude }, radiusKm: query.radius },
      offset: 0,
      size: query.limit,
    });
    return { points: Iterator.from(page).map(toNearbyPoint) };
  });

export const handler = findPointsNear(deployedCatalogue());
