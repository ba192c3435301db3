import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { described, literalText } from '../../shared/http/query-params.ts';
import { pointQuery, toFilter, toPointsResponse } from './points.ts';
import { catalogueHandler } from './service.ts';

export const request = {
  path: { delivery_point_id: described(literalText(9), 'Identifier of the delivery point.', '60237473') },
  query: pointQuery,
};

/** GET /locations/v2/points/deliverypoints/{delivery_point_id} (getGeoLocationsByDeliveryPointIdUsingGET) */
export const findPointsByDeliveryPoint = catalogueHandler(
  request,
  (catalogue, { path: { delivery_point_id: id }, query }) =>
    // The contract allows any text, but delivery point identifiers contain only digits.
    toPointsResponse(
      /^[0-9]+$/.test(id) ? catalogue.list('ownDeliveryPointIds', Number(id), toFilter(query)) : [],
    ),
);

export const handler = findPointsByDeliveryPoint(deployedCatalogue());
