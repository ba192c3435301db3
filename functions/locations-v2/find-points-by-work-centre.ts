import * as z from 'zod';
import { largestIdentifier } from '../../shared/domain/location/location.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { integerText } from '../../shared/http/query-params.ts';
import { toPoint } from '../../shared/wire/locations-v2/point-view.ts';
import type { PointsResponse } from './contract.ts';
import { pointQuery, toFilter } from './point-query.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';

const request = {
  path: { work_centre_id: integerText(0, largestIdentifier) },
  query: z.object(pointQuery),
};

/** GET /locations/v2/points/workcentres/{work_centre_id} (getGeoLocationsByWcidUsingGET) */
export const findPointsByWorkCentre = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ path, query }): Promise<PointsResponse> => {
    const catalogue = await published.current();
    return { points: catalogue.byWorkCentre(path.work_centre_id, toFilter(query)).map(toPoint) };
  });

export const handler = findPointsByWorkCentre(publishedPoints());
