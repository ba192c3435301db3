/**
 * Decodes a ring from `coast.json` to positions in degrees. It consists of pairs of longitude and latitude, each
 * relative to the previous pair, as integers with `digits` decimal places. Rings are not closed, and have no holes.
 *
 * The file was made from the holes in the seas of `@geo-maps/earth-seas-10m`, simplified with the Douglas-Peucker
 * algorithm. In served areas, the tolerance is 0.0002°, and islands below 0.02 km² are omitted. Elsewhere, the
 * tolerance is 0.01°, and islands below 5 km² are omitted.
 */
export const decodeRing = (ring: readonly number[], digits: number): [lat: number, lon: number][] => {
  const scale = 10 ** digits;
  const points: [number, number][] = [];
  let [lon, lat] = [0, 0];
  for (let at = 0; at < ring.length; at += 2) {
    lon += ring[at] ?? 0;
    lat += ring[at + 1] ?? 0;
    points.push([lat / scale, lon / scale]);
  }
  return points;
};

/** A position or size on the map in pixels. */
interface Pixels {
  readonly x: number;
  readonly y: number;
}

// Size in pixels of a label below its town: width of a letter, height of a line, and gap between labels.
const letterWidth = 7;
const lineHeight = 18;
const gap = 12;
const maxLabels = 40;

/** Returns the towns in view that have room for their names. `towns` must be sorted by population, largest first. */
export const townsWithRoom = <Town extends { readonly name: string }>(
  towns: readonly Town[],
  size: Pixels,
  pointOf: (town: Town) => Pixels,
): readonly Town[] => {
  const labels: (Pixels & { readonly town: Town; readonly room: number })[] = [];
  for (const town of towns) {
    if (labels.length === maxLabels) break;
    const { x, y } = pointOf(town);
    const room = town.name.length * letterWidth + gap;
    const isInView = x >= 0 && x <= size.x && y >= 0 && y <= size.y;
    const isClear = labels.every(
      (other) => Math.abs(y - other.y) > lineHeight + gap || Math.abs(x - other.x) > (room + other.room) / 2,
    );
    if (isInView && isClear) labels.push({ town, x, y, room });
  }
  return labels.map(({ town }) => town);
};
