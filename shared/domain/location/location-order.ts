import { byCodeUnit } from '../code-unit-order.ts';
import type { Location } from './location.ts';
import type { Neighbour } from './location-catalogue.ts';

/** The order of every list without a search point. */
export const byLocationCode = (one: Location, other: Location): number =>
  byCodeUnit(one.locationCode, other.locationCode);

/** Nearest first; those equally far by code. */
export const byDistance = (one: Neighbour, other: Neighbour): number =>
  one.distanceKm - other.distanceKm || byLocationCode(one.location, other.location);
