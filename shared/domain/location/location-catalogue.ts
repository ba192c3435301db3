import type { Capability } from '../capability/capability.ts';
import type { Coordinates, Location, LocationType } from './location.ts';
import type { LocationFilter } from './location-filter.ts';

/** A location and how far it is from the search point: kilometres, great circle, unrounded. */
export interface Neighbour {
  readonly location: Location;
  readonly distanceKm: number;
}

/** A search point and how far around it to look, itself included. */
export interface SearchArea {
  readonly centre: Coordinates;
  readonly radiusKm: number;
}

interface SearchRequest {
  readonly filter: LocationFilter;
  readonly area?: SearchArea;
  readonly offset: number;
  readonly size: number;
}

/** One page of what a search found. */
export interface SearchPage {
  /** All that match, whatever the page. */
  readonly total: number;
  /** Distance is 0 throughout where the search names no area. */
  readonly page: readonly Neighbour[];
}

/**
 * One published version of the whole network, held in memory and never changed: answers every location operation
 * without I/O. Lists are ordered by location code, those with a search point by distance, then location code.
 */
export interface LocationCatalogue {
  readonly version: string;
  readonly size: number;

  byLocationCode(locationCode: string): Location | undefined;
  byPostcode(postcode: string, filter: LocationFilter): readonly Location[];
  byWorkCentre(workCentreId: number, filter: LocationFilter): readonly Location[];
  byDeliveryPoint(deliveryPointId: number, filter: LocationFilter): readonly Location[];
  /** Too many to be all in memory at once: each is read when the walk comes to it. Can be walked again. */
  byType(type: LocationType, filter: LocationFilter): Iterable<Location>;
  /** At most `limit` locations of the area, nearest first. */
  nearest(area: SearchArea, filter: LocationFilter, limit: number): readonly Neighbour[];
  search(request: SearchRequest): SearchPage;

  /** All capabilities, ordered by service code. */
  capabilities(): readonly Capability[];
  capability(serviceCode: number): Capability | undefined;
  /** Service codes of the capabilities that bear one of these v3 ids. */
  serviceCodesOf(capabilityIds: Iterable<string>): ReadonlySet<number>;
}

/** Where functions get the newest published catalogue. Throws StoreUnavailable before the first was ever read. */
export interface PublishedCatalogue {
  current(): Promise<LocationCatalogue>;
}
