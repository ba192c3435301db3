import * as z from 'zod';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { notFound } from '../../shared/http/api-error.ts';
import { toWorkCentre } from '../../shared/wire/locations-v3/work-centre-view.ts';
import type { WorkCentreResponse } from './contract.ts';
import { publishedWorkCentres } from './published-work-centres.ts';
import { searchHandler } from './service.ts';

const request = {
  path: { id: z.string() },
};

/** GET /locations/v3/workcentres/{id} (getWorkCentreByID) */
export const getWorkCentre = (published: PublishedCatalogue, now = () => new Date()) =>
  searchHandler(request, async ({ path }): Promise<WorkCentreResponse> => {
    const catalogue = await published.current();
    const location = catalogue.byLocationCode(path.id);
    if (location === undefined) throw notFound('id: there is no work centre of this id');
    const capabilityOf = (code: number) => catalogue.capability(code);
    return { workcentres: [toWorkCentre(location, { distanceKm: 0, capabilityOf, now: now() })] };
  });

export const handler = getWorkCentre(publishedWorkCentres());
