import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import { pointText } from '../../shared/wire/locations-v2/point-text.ts';
import { toFilter } from './point-query.ts';
import { pointsText } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { request } from './requests/get-points-by-location-code.ts';
import { apiHandler } from './service.ts';

/** GET /locations/v2/points/{location_code} (getPointsByLocationCodeUsingGET): one point or none. */
export const getPointsByLocationCode = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const line = (await published.current()).byLocationCode(path.location_code, toFilter(query));
    return jsonText(pointsText(line === undefined ? [] : [pointText(line)]));
  });

export const handler = getPointsByLocationCode(publishedPoints());
