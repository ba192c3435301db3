import { outline } from '../../infra/portal/base-map/outline.ts';

/** Degrees of WGS 84. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
}

const kmPerDegree = 111.2;

/** A side of a polygon, between two positions of the outline. */
type Side = readonly [from: Position, to: Position];

/** Sides by the rows of latitude that they touch, so that a position is compared with a few dozen of some 14,000. */
const rowsPerDegree = 20;
const rowOf = (lat: number): number => Math.floor(lat * rowsPerDegree);

const sidesByRow = (): ReadonlyMap<number, readonly Side[]> => {
  const rows = new Map<number, Side[]>();
  const add = (row: number, side: Side) => {
    const sides = rows.get(row);
    if (sides) sides.push(side);
    else rows.set(row, [side]);
  };
  for (const ring of outlinesOfLand()) {
    for (const [index, to] of ring.entries()) {
      const from = ring.at(index - 1) ?? to;
      const last = rowOf(Math.max(from.lat, to.lat));
      for (let row = rowOf(Math.min(from.lat, to.lat)); row <= last; row++) add(row, [from, to]);
    }
  }
  return rows;
};

const outlinesOfLand = (): readonly Position[][] =>
  outline()
    .features.filter(({ properties }) => properties.kind === 'served')
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []))
    .map((ring) => ring.map(([lon = 0, lat = 0]) => ({ lat, lon })));

const rows = sidesByRow();

/**
 * Whether the locator's map shows land at the position: whether a line from there to the east crosses the outlines of
 * land an odd number of times.
 */
export const isOnLand = ({ lat, lon }: Position): boolean => {
  const crossed = (rows.get(rowOf(lat)) ?? []).filter(
    ([from, to]) =>
      from.lat > lat !== to.lat > lat &&
      lon < from.lon + ((to.lon - from.lon) * (lat - from.lat)) / (to.lat - from.lat),
  );
  return crossed.length % 2 === 1;
};

/** Returns the position that lies `km` away in the direction of `angle`, in radians from east. */
export const positionFrom = ({ lat, lon }: Position, km: number, angle: number): Position => {
  // Five digits are about a metre.
  const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
  const distance = km / kmPerDegree;
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lon: degrees(lon + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
};

const maxKmToLand = 3;
const directions = 16;

/**
 * Returns the position itself or the nearest one on land. The outline is off by a kilometre or two at the coast, so
 * that the centre of a seaside town may lie in the water. Undefined if there is no land within 3 km.
 */
export const nearestLand = (position: Position): Position | undefined => {
  if (isOnLand(position)) return position;
  for (let km = 0.1; km <= maxKmToLand; km += 0.1) {
    for (let direction = 0; direction < directions; direction++) {
      const near = positionFrom(position, km, (direction * 2 * Math.PI) / directions);
      if (isOnLand(near)) return near;
    }
  }
  return undefined;
};
