import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import type { WorkCentreParts } from '../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreInString, workCentreText } from '../../shared/wire/locations-v3/work-centre-text.ts';
import { toPagination } from './paging.ts';
import { publishedWorkCentres } from './published-work-centres.ts';
import { request } from './requests/list-work-centres.ts';
import { searchHandler } from './service.ts';
import { toArea, toFilter } from './work-centre-query.ts';
import { workCentresBody, workCentresInString } from './work-centres-body.ts';

/** GET /locations/v3/workcentres (getWorkCentres) */
export const listWorkCentres = (published: PublishedCatalogue<WorkCentreParts>, now = () => new Date()) =>
  searchHandler(request, async ({ query }) => {
    const catalogue = await published.current();
    const { offset, size } = query;
    const { total, page } = catalogue.search({
      filter: toFilter(query, catalogue),
      ...toArea(query),
      offset,
      size,
    });
    const view = { capabilityOf: (code: number) => catalogue.capability(code), now: now() };
    const pagination = toPagination(total, offset, page);
    const shown = (written: typeof workCentreText) =>
      page.map(({ body, distanceKm }) => written(body, { ...view, distanceKm }));
    return jsonText({
      inString: workCentresInString(pagination, shown(workCentreInString)),
      text: () => workCentresBody(pagination, shown(workCentreText)),
    });
  });

export const handler = listWorkCentres(publishedWorkCentres());
