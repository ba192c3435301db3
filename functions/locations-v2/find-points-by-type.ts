import * as z from 'zod';
import { locationType } from '../../shared/domain/location/location.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { toFilter, usageQuery } from './point-query.ts';
import { pointText } from './point-text.ts';
import { pointsBody } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { streamingApiHandler } from './service.ts';

const request = {
  path: { points_type: locationType },
  query: z.object(usageQuery),
};

/**
 * GET /locations/v2/points/type/{points_type} (getPointsByTypeUsingGET). Streamed: the red street post boxes of a
 * whole network exceed the 6 MB of a buffered answer.
 */
export const findPointsByType = (published: PublishedCatalogue) =>
  streamingApiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return pointsBody(catalogue.byType(path.points_type, toFilter(query)), pointText);
  });

export const handler = findPointsByType(publishedPoints());
