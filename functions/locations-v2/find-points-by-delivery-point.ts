import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import { pointText } from '../../shared/wire/locations-v2/point-text.ts';
import { toFilter } from './point-query.ts';
import { pointsText } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { request } from './requests/find-points-by-delivery-point.ts';
import { apiHandler } from './service.ts';

/** The contract takes any text here; only digits can name a delivery point. */
const toDeliveryPointId = (text: string): number | undefined =>
  /^[0-9]+$/.test(text) ? Number(text) : undefined;

/** GET /locations/v2/points/deliverypoints/{delivery_point_id} (getGeoLocationsByDeliveryPointIdUsingGET) */
export const findPointsByDeliveryPoint = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const deliveryPointId = toDeliveryPointId(path.delivery_point_id);
    if (deliveryPointId === undefined) return jsonText(pointsText([]));
    const catalogue = await published.current();
    return jsonText(pointsText(catalogue.byDeliveryPoint(deliveryPointId, toFilter(query)).map(pointText)));
  });

export const handler = findPointsByDeliveryPoint(publishedPoints());
