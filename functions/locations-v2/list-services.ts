import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { textParam } from '../../shared/http/query-params.ts';
import type { ServicesResponse } from './contract.ts';
import { isServedPartner } from './partner.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';
import { toService } from './service-view.ts';

const request = {
  query: z.object({ pc: textParam() }),
};

/** GET /locations/v2/services (getServicesUsingGET): all services, ordered by code. */
export const listServices = (published: PublishedCatalogue<unknown>) =>
  apiHandler(request, async ({ query }): Promise<ServicesResponse> => {
    if (!isServedPartner(query.pc)) return { services: [] };
    return { services: (await published.current()).capabilities().map(toService) };
  });

export const handler = listServices(publishedPoints());
