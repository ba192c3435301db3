import * as z from 'zod/mini';
import {
  deployedAvailability,
  type PublishedAvailability,
} from '../../shared/data-access/availability/published-availability.ts';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { notFound, quoted } from '../../shared/http/errors.ts';
import { prefersGeoJson } from '../../shared/http/headers.ts';
import { described } from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { Feature } from '../../shared/wire/feature.ts';
import type { SparseWorkCentreResponse, WorkCentreResponse } from './contract.ts';
import { availabilityFor } from './extensions/accepting.ts';
import { findById, formerIds } from './extensions/ids.ts';
import { lifecycleIn } from './extensions/lifecycle.ts';
import { openAtIsNear, openAtParameter, openingMinute, openings } from './extensions/open-at.ts';
import { parcelLimitsOf, parcelParameter } from './extensions/parcel.ts';
import { fieldsParameter, workCentreMapper } from './fields.ts';
import { featureMapper, geoJson, geoJsonViolations } from './geojson.ts';
import { localDates } from './local-dates.ts';
import { streamingSearchHandler } from './service.ts';
import { findTestRecord } from './test-records.ts';

export const request = {
  path: { id: described(z.string(), 'ID of the work centre.', '310003_PO') },
  query: z.object({ ...fieldsParameter, ...openAtParameter, ...parcelParameter }),
  violations: geoJsonViolations,
};

/** GET /locations/v3/workcentres/{id} (getWorkCentreByID). Streamed, because a work centre can be very large. */
export const getWorkCentre = (
  published: PublishedCatalogue,
  reported: PublishedAvailability,
  now = () => new Date(),
) =>
  streamingSearchHandler(
    { ...request, query: request.query.check(openAtIsNear(now)) },
    async ({
      path,
      query,
      accept,
      sandbox,
    }): Promise<Representation<WorkCentreResponse | SparseWorkCentreResponse | Feature>> => {
      const moment = now();
      const test = sandbox ? findTestRecord(path.id, moment) : undefined;
      const [catalogue, availability] = await Promise.all([
        test ? undefined : published.current(),
        availabilityFor(query, reported),
      ]);
      const location = test?.location ?? (catalogue && findById(catalogue, path.id));
      if (!location) throw notFound(`No work centre has the id ${quoted(path.id)}.`);
      const { locationCode } = location;
      const capabilityOf = test?.capabilityOf ?? ((code) => catalogue?.capabilities.get(code));
      const context = { distanceKm: 0, capabilityOf, now: moment };
      const opening = openings(query, moment, capabilityOf);
      const sources = {
        ofWorkCentre: {
          opening: opening.ofWorkCentre,
          availability: () => test?.availability ?? availability?.of(locationCode, moment),
          former_ids: formerIds((id) => catalogue?.has(id) ?? false),
          parcel_limits: parcelLimitsOf(query),
          lifecycle: lifecycleIn(catalogue, query),
        },
        ofCapability: { opening: opening.ofCapability },
      };
      const toShown = workCentreMapper(query.fields, sources);
      const toFeature = prefersGeoJson(accept)
        ? featureMapper(query.fields, sources, { version: catalogue?.version, showsDistance: false })
        : undefined;
      const show = () => {
        const shown = toShown(location, context);
        return test?.adapt?.(shown) ?? shown;
      };
      return new Representation({
        catalogue,
        validators: catalogue && [
          localDates(catalogue, moment),
          openingMinute(query, moment),
          availability?.tag(moment),
        ],
        mediaType: toFeature && geoJson,
        // A request for a former id returns the successor. Content-Location is relative to the requested path (RFC
        // 9110, section 8.7).
        headers: locationCode === path.id ? {} : { 'content-location': locationCode },
        body: () => toFeature?.(location, context) ?? { workcentres: [show()] },
      });
    },
  );

export const handler = getWorkCentre(deployedCatalogue(), deployedAvailability());
