import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { pointText } from '../../shared/wire/locations-v2/point-text.ts';
import { request } from './requests/find-points-by-type.ts';
import { toFilter } from './requests/point-query.ts';
import { streamingApiHandler } from './service.ts';
import { pointsBody } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

/**
 * GET /locations/v2/points/type/{points_type} (getPointsByTypeUsingGET). Streamed: the red street post boxes of a
 * whole network exceed the 6 MB of a buffered answer.
 */
export const findPointsByType = (published: PublishedCatalogue<string>) =>
  streamingApiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return pointsBody(catalogue.byType(path.points_type, toFilter(query)), pointText);
  });

export const handler = findPointsByType(publishedPoints());
