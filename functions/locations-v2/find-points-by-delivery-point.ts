import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/find-points-by-delivery-point.ts';
import { toFilter } from './requests/point-query.ts';
import { apiHandler } from './service.ts';
import { pointsAnswer } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

/**
 * Reads a delivery point identifier; undefined for text other than digits, which the contract allows and no point has.
 */
const toDeliveryPointId = (text: string): number | undefined =>
  /^[0-9]+$/.test(text) ? Number(text) : undefined;

/** GET /locations/v2/points/deliverypoints/{delivery_point_id} (getGeoLocationsByDeliveryPointIdUsingGET) */
export const findPointsByDeliveryPoint = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const deliveryPointId = toDeliveryPointId(path.delivery_point_id);
    if (deliveryPointId === undefined) return pointsAnswer([]);
    const catalogue = await published.current();
    return pointsAnswer(catalogue.byDeliveryPoint(deliveryPointId, toFilter(query)));
  });

export const handler = findPointsByDeliveryPoint(publishedPoints());
