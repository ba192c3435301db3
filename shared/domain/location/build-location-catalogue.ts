import type { Capability } from '../capability/capability.ts';
import { type Location, principalAddress } from './location.ts';
import type { LocationCatalogue, SearchArea, SearchPage } from './location-catalogue.ts';
import { type LocationFilter, matchesLocationFilter } from './location-filter.ts';
import { byLocationCode } from './location-order.ts';
import { nearestWithin } from './nearest.ts';
import { nearestFirst, neighboursAmong } from './neighbours.ts';
import { buildPostings } from './postings.ts';
import { buildSpatialIndex, type SpatialIndex } from './spatial-index.ts';

/** So few candidates are measured one by one sooner than the spatial index is asked. */
const fewCandidates = 500;

const acceptance = (filter: LocationFilter): ((location: Location) => boolean) =>
  Object.values(filter).every((criterion) => criterion === undefined)
    ? () => true
    : (location) => matchesLocationFilter(location, filter);

const matching = (locations: readonly Location[], filter: LocationFilter): readonly Location[] =>
  locations.filter(acceptance(filter));

const lookUps = (ordered: readonly Location[]) => {
  const byPostcode = Map.groupBy(ordered, (location) => principalAddress(location).postcode);
  const byWorkCentre = Map.groupBy(ordered, ({ workCentreId }) => workCentreId);
  const byDeliveryPoint = Map.groupBy(ordered, ({ deliveryPointId }) => deliveryPointId);
  const byType = Map.groupBy(ordered, ({ type }) => type);
  const byCode = new Map(ordered.map((location) => [location.locationCode, location]));
  return {
    byLocationCode: (code) => byCode.get(code),
    byPostcode: (postcode, filter) => matching(byPostcode.get(postcode) ?? [], filter),
    byWorkCentre: (id, filter) => matching(byWorkCentre.get(id) ?? [], filter),
    byDeliveryPoint: (id, filter) => matching(byDeliveryPoint.get(id) ?? [], filter),
    byType: (type, filter) => matching(byType.get(type) ?? [], filter),
  } satisfies Partial<LocationCatalogue>;
};

const searches = (ordered: readonly Location[]) => {
  const postings = buildPostings(ordered);
  const everywhere = buildSpatialIndex(ordered);

  const indexFor = (filter: LocationFilter): SpatialIndex => {
    const candidates = postings.candidates(filter);
    return candidates.length <= fewCandidates ? { near: () => candidates } : everywhere;
  };

  const pageWithin = (area: SearchArea, filter: LocationFilter, offset: number, size: number): SearchPage => {
    const found = neighboursAmong(indexFor(filter).near(area), area, acceptance(filter));
    return { total: found.length, page: nearestFirst(found, offset + size).slice(offset) };
  };

  return {
    nearest: (area, filter, limit) => nearestWithin(indexFor(filter), area, acceptance(filter), limit),
    search({ filter, area, offset, size }) {
      if (area) return pageWithin(area, filter, offset, size);
      const found = matching(postings.candidates(filter), filter);
      const page = found.slice(offset, offset + size);
      return { total: found.length, page: page.map((location) => ({ location, distanceKm: 0 })) };
    },
  } satisfies Partial<LocationCatalogue>;
};

const capabilityLookUps = (capabilities: readonly Capability[]) => {
  const byServiceCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const ordered = [...byServiceCode.values()].sort((one, other) => one.serviceCode - other.serviceCode);
  return {
    capabilities: () => ordered,
    capability: (serviceCode) => byServiceCode.get(serviceCode),
    serviceCodesOf(capabilityIds) {
      const wanted = new Set(capabilityIds);
      const bearers = ordered.filter(({ capabilityId }) => wanted.has(capabilityId));
      return new Set(bearers.map(({ serviceCode }) => serviceCode));
    },
  } satisfies Partial<LocationCatalogue>;
};

/**
 * Indexes one version of the network. Where a location code or a service code comes more than once, the last
 * record stands.
 */
export const buildLocationCatalogue = (
  version: string,
  locations: readonly Location[],
  capabilities: readonly Capability[],
): LocationCatalogue => {
  const unique = new Map(locations.map((location) => [location.locationCode, location]));
  const ordered = [...unique.values()].sort(byLocationCode);
  return {
    version,
    size: ordered.length,
    ...lookUps(ordered),
    ...searches(ordered),
    ...capabilityLookUps(capabilities),
  };
};
