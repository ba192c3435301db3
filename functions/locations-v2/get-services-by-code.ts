import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { listText, textParam } from '../../shared/http/query-params.ts';
import type { ServicesResponse } from './contract.ts';
import { isServedPartner } from './partner.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';
import { serviceCodeText } from './service-codes.ts';
import { toService } from './service-view.ts';

const request = {
  path: { service_codes: listText(serviceCodeText) },
  query: z.object({ pc: textParam() }),
};

/**
 * GET /locations/v2/services/{service_codes} (getServicesByServiceCodesUsingGET): those of the services that exist,
 * each once, ordered by code.
 */
export const getServicesByCode = (published: PublishedCatalogue<unknown>) =>
  apiHandler(request, async ({ path, query }): Promise<ServicesResponse> => {
    if (!isServedPartner(query.pc)) return { services: [] };
    const catalogue = await published.current();
    const codes = [...path.service_codes].sort((one, other) => one - other);
    return { services: codes.flatMap((code) => catalogue.capability(code) ?? []).map(toService) };
  });

export const handler = getServicesByCode(publishedPoints());
