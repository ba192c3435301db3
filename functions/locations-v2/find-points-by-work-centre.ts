import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import { pointText } from '../../shared/wire/locations-v2/point-text.ts';
import { toFilter } from './point-query.ts';
import { pointsText } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { request } from './requests/find-points-by-work-centre.ts';
import { apiHandler } from './service.ts';

/** GET /locations/v2/points/workcentres/{work_centre_id} (getGeoLocationsByWcidUsingGET) */
export const findPointsByWorkCentre = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return jsonText(pointsText(catalogue.byWorkCentre(path.work_centre_id, toFilter(query)).map(pointText)));
  });

export const handler = findPointsByWorkCentre(publishedPoints());
