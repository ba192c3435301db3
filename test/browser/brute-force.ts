import { expect, inject } from 'vitest';
import * as z from 'zod';
import type { ExportedPlace } from './portal-under-test.ts';

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

/** Returns all places within a distance, nearest first. */
export const placesWithin = (point: Point, kilometres: number): readonly ExportedPlace[] =>
  everyPlace()
    .filter((place) => kilometresBetween(point, place) <= kilometres)
    .toSorted((one, other) => kilometresBetween(point, one) - kilometresBetween(point, other));

export const busiestPostcode = (): string => {
  const postcodes = everyPlace().flatMap((place) => [...new Set(place.postcodes)]);
  const counts = Map.groupBy(postcodes, (postcode) => postcode);
  const [first] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? expect.fail('no place has a postcode');
};

const page = z.object({ pagination: z.object({ total: z.number() }) });

/** Returns the number of work centres that the API finds. */
export const totalOf = async (query: Readonly<Record<string, string>>): Promise<number> => {
  const { url, key } = inject('portal');
  const parameters = new URLSearchParams({ ...query, size: '0' });
  const response = await fetch(`${url}/locations/v3/workcentres?${parameters}`, {
    headers: { 'AUTH-KEY': key },
  });
  return page.parse(await response.json()).pagination.total;
};
