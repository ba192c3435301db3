import type { SearchArea } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import type { Location, LocationType } from '../location.ts';
import type { LocationFilter } from './location-filter.ts';

export type { SearchArea };

/** Body of a location and its distance from the search point: kilometres, great circle, unrounded. */
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

/** One page of a search result. */
export interface SearchPage<Body = Location> {
  /** Number of all matches, on this page or not. */
  readonly total: number;
  /** Locations of the page; all distances are 0 if the search has no area. */
  readonly page: readonly Neighbour<Body>[];
}

/**
 * One published version of the network, in memory and immutable: answers every location operation without I/O. Lists
 * are ordered by location code, or by distance and then location code if there is a search point. A body is the
 * location record itself, or a form made from it for a version of the API.
 */
export interface LocationCatalogue<Body = Location> {
  readonly version: string;
  readonly size: number;

  byLocationCode(locationCode: string, filter?: LocationFilter): Body | undefined;
  byPostcode(postcode: string, filter: LocationFilter): readonly Body[];
  byWorkCentre(workCentreId: number, filter: LocationFilter): readonly Body[];
  byDeliveryPoint(deliveryPointId: number, filter: LocationFilter): readonly Body[];
  /**
   * Iterates over all locations of a type, too many for memory at once: each is read on demand. Can be iterated again.
   */
  byType(type: LocationType, filter: LocationFilter): Iterable<Body>;
  /** Finds at most `limit` locations in the area, nearest first. */
  nearest(area: SearchArea, filter: LocationFilter, limit: number): readonly Neighbour<Body>[];
  search(request: SearchRequest): SearchPage<Body>;

  /** Returns all capabilities, ordered by service code. */
  capabilities(): readonly Capability[];
  capability(serviceCode: number): Capability | undefined;
  /** Returns the service codes of capabilities with one of these v3 ids. */
  serviceCodesOf(capabilityIds: Iterable<string>): ReadonlySet<number>;
}

/** Source of the newest published catalogue. Throws StoreUnavailable if none has been read yet. */
export interface PublishedCatalogue<Body = Location> {
  current(): Promise<LocationCatalogue<Body>>;
}
