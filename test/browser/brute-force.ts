import { inject } from 'vitest';
import type { ExportedPlace } from './exported-network.ts';

/** Position in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const meanRadiusKm = 6_371.0088;

/** Uses the spherical law of cosines so that the check is independent of the services' formula. */
export const kilometresBetween = (one: Point, other: Point): number => {
  const cosine =
    Math.sin(radians(one.lat)) * Math.sin(radians(other.lat)) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.cos(radians(one.lon - other.lon));
  return meanRadiusKm * Math.acos(Math.min(1, cosine));
};

export const everyPlace = (): readonly ExportedPlace[] => inject('portal').network;

const nearestFirst = (places: readonly ExportedPlace[], point: Point): readonly ExportedPlace[] =>
  places.toSorted((one, other) => kilometresBetween(point, one) - kilometresBetween(point, other));

/** Returns all places within a distance, nearest first. */
export const placesWithin = (point: Point, kilometres: number): readonly ExportedPlace[] =>
  nearestFirst(
    everyPlace().filter((place) => kilometresBetween(point, place) <= kilometres),
    point,
  );

export const busiestPostcode = (): string => {
  const counts = Map.groupBy(
    everyPlace().flatMap(({ postcodes }) => [...new Set(postcodes)]),
    (postcode) => postcode,
  );
  const [first] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  if (!first) throw new Error('no place has a postcode');
  return first[0];
};
