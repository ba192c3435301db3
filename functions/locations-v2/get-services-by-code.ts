import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { described, listText } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import { isServedPartner, partnerParam } from './points.ts';
import { apiHandler } from './service.ts';
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
export const getServicesByCode = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ path, query }) => {
    if (!isServedPartner(query.pc)) return new Representation({ body: () => toServicesResponse([]) });
    const catalogue = await published.current();
    const isRequested = ({ serviceCode }: Capability) => path.service_codes.has(serviceCode);
    return new Representation({
      catalogue,
      body: () => toServicesResponse(catalogue.capabilities.all().filter(isRequested)),
    });
  });

export const handler = getServicesByCode(deployedCatalogue());
