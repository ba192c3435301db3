import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { notFound, quoted } from '../../shared/http/errors.ts';
import { prefersGeoJson } from '../../shared/http/headers.ts';
import { described } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { Feature } from '../../shared/wire/feature.ts';
import type { SparseWorkCentreResponse, WorkCentreResponse } from './contract.ts';
import { openAtIsNear, openAtParameter, openingMinute, openings } from './extensions/open-at.ts';
import { fieldsParameter, workCentreMapper } from './fields.ts';
import { featureMapper, geoJson, geoJsonViolations } from './geojson.ts';
import { localDates } from './local-dates.ts';
import { streamingSearchHandler } from './service.ts';

export const request = {
  path: { id: described(z.string(), 'ID of the work centre.', '310003_PO') },
  query: z.object({ ...fieldsParameter, ...openAtParameter }),
  violations: geoJsonViolations,
};

/** GET /locations/v3/workcentres/{id} (getWorkCentreByID). Streamed, because a work centre can be very large. */
export const getWorkCentre = (published: PublishedCatalogue, now = () => new Date()) =>
  streamingSearchHandler(
    { ...request, query: request.query.check(openAtIsNear(now)) },
    async ({
      path,
      query,
      accept,
    }): Promise<Representation<WorkCentreResponse | SparseWorkCentreResponse | Feature>> => {
      const catalogue = await published.current();
      const location = catalogue.get(path.id);
      if (!location) throw notFound(`No work centre has the id ${quoted(path.id)}.`);
      const context = { distanceKm: 0, capabilityOf: catalogue.capabilities.get, now: now() };
      const opening = openings(query, context.now, context.capabilityOf);
      const sources = {
        ofWorkCentre: { opening: opening.ofWorkCentre },
        ofCapability: { opening: opening.ofCapability },
      };
      const toShown = workCentreMapper(query.fields, sources);
      const toFeature = prefersGeoJson(accept)
        ? featureMapper(catalogue, query.fields, sources, { showsDistance: false })
        : undefined;
      return new Representation({
        catalogue,
        validators: [localDates(catalogue, context.now), openingMinute(query, context.now)],
        mediaType: toFeature && geoJson,
        body: () => toFeature?.(location, context) ?? { workcentres: [toShown(location, context)] },
      });
    },
  );

export const handler = getWorkCentre(deployedCatalogue());
