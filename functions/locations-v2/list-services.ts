import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { isServedPartner, partnerParam } from './points.ts';
import { apiHandler } from './service.ts';
import { toServicesResponse } from './services.ts';

export const request = { query: z.object({ pc: partnerParam }) };

/** GET /locations/v2/services (getServicesUsingGET): returns all services, ordered by code. */
export const listServices = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ query }) =>
    toServicesResponse(isServedPartner(query.pc) ? (await published.current()).capabilities.all() : []),
  );

export const handler = listServices(deployedCatalogue());
