import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { Representation } from '../../shared/http/representation.ts';
import { isServedPartner, partnerParam } from './points.ts';
import { apiHandler } from './service.ts';
import { toServicesResponse } from './services.ts';

export const request = { query: z.object({ pc: partnerParam }) };

/** GET /locations/v2/services (getServicesUsingGET): returns all services, ordered by code. */
export const listServices = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ query }) => {
    if (!isServedPartner(query.pc)) return new Representation({ body: () => toServicesResponse([]) });
    const catalogue = await published.current();
    return new Representation({ catalogue, body: () => toServicesResponse(catalogue.capabilities.all()) });
  });

export const handler = listServices(deployedCatalogue());
