import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { locationType } from '../../shared/domain/location/location.ts';
import { described } from '../../shared/http/query-params.ts';
import type { Streamed } from '../../shared/http/response.ts';
import type { PointsResponse } from './contract.ts';
import { toFilter, toPoint, usageQuery } from './points.ts';
import { streamingCatalogueHandler } from './service.ts';

export const request = {
  path: { points_type: described(locationType, 'Type of the points.', 'PO') },
  query: usageQuery,
};

/**
 * GET /locations/v2/points/type/{points_type} (getPointsByTypeUsingGET). Streamed, because the red street post boxes of
 * a whole network exceed the 6 MB limit of a buffered response.
 */
export const findPointsByType = streamingCatalogueHandler(
  request,
  (catalogue, { path, query }): Streamed<PointsResponse> => {
    const locations = catalogue.list('types', path.points_type, toFilter(query));
    return { points: Iterator.from(locations).map(toPoint) };
  },
);

export const handler = findPointsByType(deployedCatalogue());
