import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { described, listText } from '../../shared/http/query-params.ts';
import { partnerParam } from './points.ts';
import { catalogueHandler } from './service.ts';
import { serviceCodeText, toServicesResponse } from './services.ts';

export const request = {
  path: {
    service_codes: described(listText(serviceCodeText), 'Comma-separated list of service codes.', '20,5'),
  },
  query: z.object({ pc: partnerParam }),
};

/**
 * GET /locations/v2/services/{service_codes} (getServicesByServiceCodesUsingGET): returns the existing services,
 * without duplicates, ordered by code.
 */
export const getServicesByCode = catalogueHandler(request, ({ capabilities }, { path, query }) =>
  toServicesResponse(
    capabilities.all().filter(({ serviceCode }) => path.service_codes.has(serviceCode)),
    query.pc,
  ),
);

export const handler = getServicesByCode(deployedCatalogue());
