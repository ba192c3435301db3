import type {
  Neighbour,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/location-catalogue.ts';
import type { WorkCentreParts } from '../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreText } from '../../shared/wire/locations-v3/work-centre-text.ts';
import { request } from './requests/list-work-centres.ts';
import { toPagination } from './requests/paging.ts';
import { toArea, toFilter } from './requests/work-centre-query.ts';
import { streamingSearchHandler } from './service.ts';
import { publishedWorkCentres } from './views/published-work-centres.ts';
import { workCentresBody } from './views/work-centres-body.ts';

/**
 * GET /locations/v3/workcentres (getWorkCentres). Streamed: a hundred post offices that are closed for lunch, with
 * dozens of services each, exceed the 6 MB of a buffered answer.
 */
export const listWorkCentres = (published: PublishedCatalogue<WorkCentreParts>, now = () => new Date()) =>
  streamingSearchHandler(request, async ({ query }) => {
    const catalogue = await published.current();
    const { offset, size } = query;
    const { total, page } = catalogue.search({
      filter: toFilter(query, catalogue),
      ...toArea(query),
      offset,
      size,
    });
    const view = { capabilityOf: (code: number) => catalogue.capability(code), now: now() };
    const toText = ({ body, distanceKm }: Neighbour<WorkCentreParts>) =>
      workCentreText(body, { ...view, distanceKm });
    return workCentresBody(toPagination(total, offset, page), page, toText);
  });

export const handler = listWorkCentres(publishedWorkCentres());
