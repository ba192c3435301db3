import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { notFound, quoted } from '../../shared/http/errors.ts';
import { described } from '../../shared/http/query-params.ts';
import type { SparseWorkCentreResponse, WorkCentreResponse } from './contract.ts';
import { openAtIsNear, openAtParameter, openings } from './extensions/open-at.ts';
import { fieldsParameter, workCentreMapper } from './fields.ts';
import { streamingSearchHandler } from './service.ts';

export const request = {
  path: { id: described(z.string(), 'ID of the work centre.', '310003_PO') },
  query: z.object({ ...fieldsParameter, ...openAtParameter }),
};

/** GET /locations/v3/workcentres/{id} (getWorkCentreByID). Streamed, because a work centre can be very large. */
export const getWorkCentre = (published: PublishedCatalogue, now = () => new Date()) =>
  streamingSearchHandler(
    { ...request, query: request.query.check(openAtIsNear(now)) },
    async ({ path, query }): Promise<WorkCentreResponse | SparseWorkCentreResponse> => {
      const catalogue = await published.current();
      const location = catalogue.get(path.id);
      if (!location) throw notFound(`No work centre has the id ${quoted(path.id)}.`);
      const context = { distanceKm: 0, capabilityOf: catalogue.capabilities.get, now: now() };
      const opening = openings(query, context.now, context.capabilityOf);
      const toShown = workCentreMapper(query.fields, {
        ofWorkCentre: { opening: opening.ofWorkCentre },
        ofCapability: { opening: opening.ofCapability },
      });
      return { workcentres: [toShown(location, context)] };
    },
  );

export const handler = getWorkCentre(deployedCatalogue());
