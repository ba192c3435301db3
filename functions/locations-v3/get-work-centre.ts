import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { notFound, quoted } from '../../shared/http/errors.ts';
import type { WorkCentreParts } from '../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreText } from '../../shared/wire/locations-v3/work-centre-text.ts';
import { request } from './requests/get-work-centre.ts';
import { streamingSearchHandler } from './service.ts';
import { publishedWorkCentres } from './views/published-work-centres.ts';
import { workCentreBody } from './views/work-centres-body.ts';

/**
 * GET /locations/v3/workcentres/{id} (getWorkCentreByID). Streamed, because one work centre with many services may be
 * as large as a page of others.
 */
export const getWorkCentre = (published: PublishedCatalogue<WorkCentreParts>, now = () => new Date()) =>
  streamingSearchHandler(request, async ({ path }) => {
    const catalogue = await published.current();
    const parts = catalogue.byLocationCode(path.id);
    if (parts === undefined) throw notFound(`No work centre has the id ${quoted(path.id)}.`);
    const capabilityOf = (code: number) => catalogue.capability(code);
    return workCentreBody(workCentreText(parts, { distanceKm: 0, capabilityOf, now: now() }));
  });

export const handler = getWorkCentre(publishedWorkCentres());
