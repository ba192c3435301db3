import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/get-services-by-code.ts';
import { apiHandler } from './service.ts';
import { isServedPartner } from './views/partner.ts';
import { publishedPoints } from './views/published-points.ts';
import { toServicesResponse } from './views/service-view.ts';

/**
 * GET /locations/v2/services/{service_codes} (getServicesByServiceCodesUsingGET): those of the services that exist,
 * each once, ordered by code.
 */
export const getServicesByCode = (published: PublishedCatalogue<unknown>) =>
  apiHandler(request, async ({ path, query }) => {
    if (!isServedPartner(query.pc)) return toServicesResponse([]);
    const catalogue = await published.current();
    const codes = [...path.service_codes].sort((one, other) => one - other);
    return toServicesResponse(codes.flatMap((code) => catalogue.capability(code) ?? []));
  });

export const handler = getServicesByCode(publishedPoints());
