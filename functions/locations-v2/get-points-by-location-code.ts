import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { described } from '../../shared/http/query-params.ts';
import { toFilter, toPointsResponse, usageQuery } from './points.ts';
import { catalogueHandler } from './service.ts';

export const request = {
  path: { location_code: described(z.string(), 'Location code of the point.', '310003_PO') },
  query: usageQuery,
};

/** GET /locations/v2/points/{location_code} (getPointsByLocationCodeUsingGET): returns one point or none. */
export const getPointsByLocationCode = catalogueHandler(request, (catalogue, { path, query }) => {
  const location = catalogue.get(path.location_code, toFilter(query));
  return toPointsResponse(location ? [location] : []);
});

export const handler = getPointsByLocationCode(deployedCatalogue());
