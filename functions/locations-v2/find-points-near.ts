import type {
  Neighbour,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { nearbyPointText } from '../../shared/wire/locations-v2/point-text.ts';
import { request } from './requests/find-points-near.ts';
import { toFilter } from './requests/point-query.ts';
import { streamingApiHandler } from './service.ts';
import { pointsBody } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

const toText = ({ body, distanceKm }: Neighbour<string>): string => nearbyPointText(body, distanceKm);

/**
 * GET /locations/v2/points/geo/{longitude}/{latitude} (getGeoLocationsUsingGET): nearest first. Streamed: 10,000
 * points exceed the 6 MB of a buffered answer.
 */
export const findPointsNear = (published: PublishedCatalogue<string>) =>
  streamingApiHandler(request, async ({ path, query }) => {
    const area = { centre: { lat: path.latitude, lon: path.longitude }, radiusKm: query.radius };
    const filter = { ...toFilter(query), serviceCodes: query.services };
    const catalogue = await published.current();
    return pointsBody(catalogue.nearest(area, filter, query.limit), toText);
  });

export const handler = findPointsNear(publishedPoints());
