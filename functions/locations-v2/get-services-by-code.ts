import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import { listText, textParam } from '../../shared/http/query-params.ts';
import { isServedPartner } from './partner.ts';
import { publishedPoints } from './published-points.ts';
import { apiHandler } from './service.ts';
import { serviceCodeText } from './service-codes.ts';
import { servicesText } from './service-view.ts';

const request = {
  path: { service_codes: listText(serviceCodeText) },
  query: z.object({ pc: textParam() }),
};

/**
 * GET /locations/v2/services/{service_codes} (getServicesByServiceCodesUsingGET): those of the services that exist,
 * each once, ordered by code.
 */
export const getServicesByCode = (published: PublishedCatalogue<unknown>) =>
  apiHandler(request, async ({ path, query }) => {
    if (!isServedPartner(query.pc)) return jsonText(servicesText([]));
    const catalogue = await published.current();
    const codes = [...path.service_codes].sort((one, other) => one - other);
    return jsonText(servicesText(codes.flatMap((code) => catalogue.capability(code) ?? [])));
  });

export const handler = getServicesByCode(publishedPoints());
