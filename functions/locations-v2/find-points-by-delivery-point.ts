import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { described, literalText } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import { pointQuery, toFilter, toPointsResponse } from './points.ts';
import { apiHandler } from './service.ts';

export const request = {
  path: { delivery_point_id: described(literalText(9), 'Identifier of the delivery point.', '60237473') },
  query: pointQuery,
};

/** GET /locations/v2/points/deliverypoints/{delivery_point_id} (getGeoLocationsByDeliveryPointIdUsingGET) */
export const findPointsByDeliveryPoint = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ path: { delivery_point_id: id }, query }) => {
    // The contract allows any text, but delivery point identifiers contain only digits.
    if (!/^[0-9]+$/.test(id)) return new Representation({ body: () => toPointsResponse([]) });
    const catalogue = await published.current();
    return new Representation({
      catalogue,
      body: () => toPointsResponse(catalogue.list('ownDeliveryPointIds', Number(id), toFilter(query))),
    });
  });

export const handler = findPointsByDeliveryPoint(deployedCatalogue());
