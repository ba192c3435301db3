import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/list-services.ts';
import { apiHandler } from './service.ts';
import { isServedPartner } from './views/partner.ts';
import { publishedPoints } from './views/published-points.ts';
import { toServicesResponse } from './views/service-view.ts';

/** GET /locations/v2/services (getServicesUsingGET): all services, ordered by code. */
export const listServices = (published: PublishedCatalogue<unknown>) =>
  apiHandler(request, async ({ query }) => {
    if (!isServedPartner(query.pc)) return toServicesResponse([]);
    return toServicesResponse((await published.current()).capabilities());
  });

export const handler = listServices(publishedPoints());
