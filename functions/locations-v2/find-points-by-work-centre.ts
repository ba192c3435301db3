import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/find-points-by-work-centre.ts';
import { toFilter } from './requests/point-query.ts';
import { apiHandler } from './service.ts';
import { pointsAnswer } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

/** GET /locations/v2/points/workcentres/{work_centre_id} (getGeoLocationsByWcidUsingGET) */
export const findPointsByWorkCentre = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return pointsAnswer(catalogue.byWorkCentre(path.work_centre_id, toFilter(query)));
  });

export const handler = findPointsByWorkCentre(publishedPoints());
