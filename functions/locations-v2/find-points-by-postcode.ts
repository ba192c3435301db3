import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { integerText } from '../../shared/http/query-params.ts';
import { toPoint } from '../../shared/wire/locations-v2/point-view.ts';
import type { PointsResponse } from './contract.ts';
import { pointQuery, toFilter } from './point-query.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';

const request = {
  path: { postcode: integerText(0, 9999) },
  query: z.object(pointQuery),
};

/** In paths a postcode is a number, on addresses four digits. */
const toPostcode = (number: number): string => String(number).padStart(4, '0');

/** GET /locations/v2/points/postcode/{postcode} (getGeoLocationsByPostCodeUsingGET) */
export const findPointsByPostcode = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ path, query }): Promise<PointsResponse> => {
    const catalogue = await published.current();
    return { points: catalogue.byPostcode(toPostcode(path.postcode), toFilter(query)).map(toPoint) };
  });

export const handler = findPointsByPostcode(publishedPoints());
