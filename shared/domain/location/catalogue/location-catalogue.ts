import type { SearchArea } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import type { Location, LocationType } from '../location.ts';
import type { LocationFilter } from './location-filter.ts';

export type { SearchArea };

/** What is shown of a location, and how far it is from the search point: kilometres, great circle, unrounded. */
export interface Neighbour<Body = Location> {
  readonly body: Body;
  readonly distanceKm: number;
}

interface SearchRequest {
  readonly filter: LocationFilter;
  readonly area?: SearchArea;
  readonly offset: number;
  readonly size: number;
}

/** One page of what a search found. */
export interface SearchPage<Body = Location> {
  /** All that match, whatever the page. */
  readonly total: number;
  /** Distance is 0 throughout where the search names no area. */
  readonly page: readonly Neighbour<Body>[];
}

/**
 * One published version of the whole network, held in memory and never changed: answers every location operation
 * without I/O. Lists are ordered by location code, those with a search point by distance, then location code. What
 * it gives of a location is a body: the record itself, or what was made of the record for those who ask.
 */
export interface LocationCatalogue<Body = Location> {
  readonly version: string;
  readonly size: number;

  byLocationCode(locationCode: string, filter?: LocationFilter): Body | undefined;
  byPostcode(postcode: string, filter: LocationFilter): readonly Body[];
  byWorkCentre(workCentreId: number, filter: LocationFilter): readonly Body[];
  byDeliveryPoint(deliveryPointId: number, filter: LocationFilter): readonly Body[];
  /** Too many to be all in memory at once: each is read when the walk comes to it. Can be walked again. */
  byType(type: LocationType, filter: LocationFilter): Iterable<Body>;
  /** At most `limit` locations of the area, nearest first. */
  nearest(area: SearchArea, filter: LocationFilter, limit: number): readonly Neighbour<Body>[];
  search(request: SearchRequest): SearchPage<Body>;

  /** All capabilities, ordered by service code. */
  capabilities(): readonly Capability[];
  capability(serviceCode: number): Capability | undefined;
  /** Service codes of the capabilities that bear one of these v3 ids. */
  serviceCodesOf(capabilityIds: Iterable<string>): ReadonlySet<number>;
}

/** Where functions get the newest published catalogue. Throws StoreUnavailable before the first was ever read. */
export interface PublishedCatalogue<Body = Location> {
  current(): Promise<LocationCatalogue<Body>>;
}
