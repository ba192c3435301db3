import type { Capability } from '../../capability/capability.ts';
import type { Location } from '../location.ts';
import { catalogueOfColumns } from './catalogue-of-columns.ts';
import { facetsOf } from './location-attributes.ts';
import type { LocationCatalogue } from './location-catalogue.ts';
import { locationColumnsBuilder } from './location-columns.ts';
import { byLocationCode } from './location-order.ts';

/**
 * Builds a catalogue of one version of the network held in memory. If a location code or a service code repeats, the
 * last record wins. The catalogue returns `bodyOf` of each location.
 */
export function buildLocationCatalogue(
  version: string,
  locations: readonly Location[],
  capabilities: readonly Capability[],
): LocationCatalogue<Location>;
export function buildLocationCatalogue<Body>(
  version: string,
  locations: readonly Location[],
  capabilities: readonly Capability[],
  bodyOf: (location: Location) => Body,
): LocationCatalogue<Body>;
export function buildLocationCatalogue(
  version: string,
  locations: readonly Location[],
  capabilities: readonly Capability[],
  bodyOf: (location: Location) => unknown = (location) => location,
): LocationCatalogue<unknown> {
  const unique = new Map(locations.map((location) => [location.locationCode, location]));
  const ordered = [...unique.values()].sort(byLocationCode);
  const builder = locationColumnsBuilder();
  for (const location of ordered) builder.add(facetsOf(location));
  const columns = builder.finish();
  const bodies = Array.from(columns.places().rank, (rank) => {
    const location = ordered[rank];
    if (location) return bodyOf(location);
    throw new RangeError(`no location has rank ${rank}`);
  });
  return catalogueOfColumns({
    version,
    columns,
    bodies: (row) => bodies[row],
    capabilities: () => capabilities,
  });
}
