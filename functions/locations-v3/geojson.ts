import * as z from 'zod/mini';
import type { Location } from '../../shared/domain/location/location.ts';
import { timeOfVersion } from '../../shared/domain/publication/publication-version.ts';
import type { Problem } from '../../shared/http/errors.ts';
import { type GatewayEvent, headerOf } from '../../shared/http/gateway-event.ts';
import { prefersGeoJson } from '../../shared/http/headers.ts';
import { type Feature, toFeature } from '../../shared/wire/feature.ts';
import { flatWorkCentre } from '../../shared/wire/flat-work-centre.ts';
import { openStreetMapHours } from '../../shared/wire/open-street-map-hours.ts';
import { toWorkCentre, type WorkCentreContext } from '../../shared/wire/work-centre-view.ts';
import {
  type ExtraSources,
  fieldsParameter,
  isWorkCentreExtra,
  type SelectedFields,
  selectedExtras,
} from './fields.ts';

/** Media type of GeoJSON (RFC 7946). */
export const geoJson = 'application/geo+json';

/** If the response is GeoJSON, returns a violation for each name in `fields` that features do not have. */
export const geoJsonViolations = (event: GatewayEvent): readonly Problem[] => {
  if (!prefersGeoJson(headerOf(event, 'accept'))) return [];
  const { data } = z.safeParse(fieldsParameter.fields, event.multiValueQueryStringParameters.fields);
  return [...(data?.names ?? [])]
    .filter((name) => name !== '*' && !isWorkCentreExtra(name))
    .map((name) => ({ parameter: 'fields', detail: `fields: ${name} is not a field of GeoJSON` }));
};

/**
 * Creates a function that maps locations to features. A feature has the same properties as in the version's export,
 * then the distance if the search has a search point, then the extra members that `fields` selects.
 */
export const featureMapper = (
  fields: SelectedFields | undefined,
  sources: ExtraSources,
  { version, showsDistance }: { readonly version: string | undefined; readonly showsDistance: boolean },
) => {
  const extras = selectedExtras(fields, sources.ofWorkCentre);
  return (location: Location, context: WorkCentreContext): Feature => {
    const shown = toWorkCentre(location, context);
    // The export shows special days from the date of its version onwards.
    const published = timeOfVersion(version ?? '');
    const from = Number.isNaN(published) ? context.now : new Date(published);
    const hours = openStreetMapHours(location, context.capabilityOf, from);
    return toFeature(flatWorkCentre(shown, hours), {
      ...(showsDistance && { distance: shown.location.attributes.distance }),
      ...Object.fromEntries(Object.entries(extras).map(([name, of]) => [name, of(location)])),
    });
  };
};
