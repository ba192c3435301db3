import type {
  Neighbour,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { type KeptPoint, nearbyPointUtf8 } from '../../shared/wire/locations-v2/kept-point.ts';
import { nearbyPointText } from '../../shared/wire/locations-v2/point-text.ts';
import { request } from './requests/find-points-near.ts';
import { toFilter } from './requests/point-query.ts';
import { streamingApiHandler } from './service.ts';
import { pointsBody, pointsText } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

const toUtf8 = ({ body, distanceKm }: Neighbour<KeptPoint>): string => nearbyPointUtf8(body, distanceKm);
const toText = ({ body, distanceKm }: Neighbour<KeptPoint>): string => nearbyPointText(body.line, distanceKm);

/** Number of points up to which the body is built in one piece; above it, the body is streamed. */
const few = 20;

/**
 * GET /locations/v2/points/geo/{longitude}/{latitude} (getGeoLocationsUsingGET): nearest first. Streamed: 10,000
 * points exceed the 6 MB of a buffered answer.
 */
export const findPointsNear = (published: PublishedCatalogue<KeptPoint>) =>
  streamingApiHandler(request, async ({ path, query }) => {
    const area = { centre: { lat: path.latitude, lon: path.longitude }, radiusKm: query.radius };
    const filter = { ...toFilter(query), serviceCodes: query.services };
    const catalogue = await published.current();
    const found = catalogue.nearest(area, filter, query.limit);
    return found.length > few ? pointsBody(found, toText) : { utf8: pointsText(found.map(toUtf8)) };
  });

export const handler = findPointsNear(publishedPoints());
