import type { Location } from './location.ts';
import type { Neighbour } from './location-catalogue.ts';

// By code unit: the same everywhere, whatever the language of the machine.
export const byLocationCode = (one: Location, other: Location): number => {
  if (one.locationCode === other.locationCode) return 0;
  return one.locationCode < other.locationCode ? -1 : 1;
};

export const byDistance = (one: Neighbour, other: Neighbour): number =>
  one.distanceKm - other.distanceKm || byLocationCode(one.location, other.location);
