/** Longitude and latitude in degrees. */
export type Point = readonly [lon: number, lat: number];

/**
 * Returns the positions of a ring of `coast.json`: pairs of longitude and latitude, each relative to the pair before, in
 * steps of the last of `digits` behind the point. Rings are not closed, and none has holes.
 *
 * The file was made from the holes in the seas of `@geo-maps/earth-seas-10m`. They were simplified by the algorithm of
 * Douglas and Peucker: by 0.0002° where land is served, without islands below 0.02 km², and by 0.01° elsewhere, without
 * islands below 5 km².
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
