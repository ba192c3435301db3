import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { toWorkCentre } from '../../shared/wire/locations-v3/work-centre-view.ts';
import type { WorkCentresResponse } from './contract.ts';
import { toPagination } from './paging.ts';
import { publishedWorkCentres } from './published-work-centres.ts';
import { searchHandler } from './service.ts';
import { toArea, toFilter, workCentreQuery } from './work-centre-query.ts';

const request = { query: workCentreQuery };

/** GET /locations/v3/workcentres (getWorkCentres) */
export const listWorkCentres = (published: PublishedCatalogue, now = () => new Date()) =>
  searchHandler(request, async ({ query }): Promise<WorkCentresResponse> => {
    const catalogue = await published.current();
    const { offset, size } = query;
    const { total, page } = catalogue.search({
      filter: toFilter(query, catalogue),
      ...toArea(query),
      offset,
      size,
    });
    const view = { capabilityOf: (code: number) => catalogue.capability(code), now: now() };
    return {
      pagination: toPagination(total, offset, page),
      workcentres: page.map(({ body, distanceKm }) => toWorkCentre(body, { ...view, distanceKm })),
    };
  });

export const handler = listWorkCentres(publishedWorkCentres());
