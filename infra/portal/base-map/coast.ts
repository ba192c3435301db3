/** Longitude and latitude in degrees. */
export type Point = readonly [lon: number, lat: number];

/**
 * Decodes a ring from `coast.json`. It consists of pairs of longitude and latitude, each relative to the previous pair,
 * as integers with `digits` decimal places. Rings are not closed, and have no holes.
 *
 * The file was made from the holes in the seas of `@geo-maps/earth-seas-10m`, simplified with the Douglas-Peucker
 * algorithm. In served areas, the tolerance is 0.0002°, and islands below 0.02 km² are omitted. Elsewhere, the
 * tolerance is 0.01°, and islands below 5 km² are omitted.
 */
export const decodeRing = (ring: readonly number[], digits: number): Point[] => {
  const scale = 10 ** digits;
  const points: Point[] = [];
  let [lon, lat] = [0, 0];
  for (let at = 0; at < ring.length; at += 2) {
    lon += ring[at] ?? 0;
    lat += ring[at + 1] ?? 0;
    points.push([lon / scale, lat / scale]);
  }
  return points;
};
