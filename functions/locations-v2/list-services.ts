import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { partnerParam } from './points.ts';
import { catalogueHandler } from './service.ts';
import { toServicesResponse } from './services.ts';

export const request = { query: z.object({ pc: partnerParam }) };

/** GET /locations/v2/services (getServicesUsingGET): returns all services, ordered by code. */
export const listServices = catalogueHandler(request, ({ capabilities }, { query }) =>
  toServicesResponse(capabilities.all(), query.pc),
);

export const handler = listServices(deployedCatalogue());
