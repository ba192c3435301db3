/** Ring of a coast: pairs of longitude and latitude in steps of `degrees`, each relative to the pair before. */
export type EncodedRing = readonly number[];

/** Land on the outline map, as its file has it. Rings are not closed, and none has holes. */
export interface CoastFile {
  readonly source: string;
  readonly licence: string;
  /** Number of digits behind the point of a position. */
  readonly digits: number;
  /** Land that the network serves. */
  readonly served: readonly EncodedRing[];
  /** Other land beside it, which is drawn with less detail. */
  readonly neighbours: readonly EncodedRing[];
}

/** Longitude and latitude in degrees. */
export type Point = readonly [lon: number, lat: number];

/** Returns the positions of a ring. */
export const decodeRing = (ring: EncodedRing, digits: number): Point[] => {
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

/** Encodes a ring that is not closed. Points that are the same when they are rounded are kept once. */
export const encodeRing = (points: readonly Point[], digits: number): number[] => {
  const scale = 10 ** digits;
  const ring: number[] = [];
  let [lastLon, lastLat] = [0, 0];
  for (const [degreesEast, degreesNorth] of points) {
    const [lon, lat] = [Math.round(degreesEast * scale), Math.round(degreesNorth * scale)];
    if (ring.length > 0 && lon === lastLon && lat === lastLat) continue;
    ring.push(lon - lastLon, lat - lastLat);
    [lastLon, lastLat] = [lon, lat];
  }
  return ring;
};
