import * as z from 'zod/mini';
import type { RowSelection } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import {
  addViolation,
  extension,
  numberText,
  textParam,
  trimBlanks,
} from '../../../shared/http/query-params.ts';
import { type PlaceColumns, positionsNumbered } from '../../../shared/spatial/index.ts';

/** Box in degrees. If `west` is greater than `east`, it crosses the antimeridian (RFC 7946, section 5.2). */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const longitude = numberText(-180, 180);
const latitude = numberText(-90, 90);
const edges = z.tuple([longitude, latitude, longitude, latitude]);

const boxText = z.pipe(
  z.string(),
  z.transform((text, context): BoundingBox => {
    const { data } = z.safeParse(edges, text.split(',').map(trimBlanks));
    const [west, south, east, north] = data ?? [];
    if (
      west !== undefined &&
      south !== undefined &&
      east !== undefined &&
      north !== undefined &&
      south <= north
    )
      return { west, south, east, north };
    addViolation(context, 'must be west,south,east,north in degrees');
    return z.NEVER;
  }),
);

export const bboxParameters = {
  bbox: extension(
    z.pipe(textParam(), z.optional(boxText)),
    'Box that contains the work centre: `west,south,east,north` in degrees (WGS 84), edges included. If `west` is ' +
      'greater than `east`, the box crosses the antimeridian, such as `177,-19,-179,-16` for Fiji. With a search ' +
      'point, work centres must also be within its radius.',
    '144.9,-37.9,145.1,-37.7',
  ),
};

/** Selects the rows inside the box; undefined if there is no box. */
export const rowsInBox = ({ bbox }: { readonly bbox?: BoundingBox | undefined }): RowSelection | undefined =>
  bbox && ((index) => positionsNumbered(insideBox(index.places(), bbox), isTrue));

/** Lookup table indexed by flag, which selects only positions whose flag is 1. */
const isTrue = Uint8Array.of(0, 1);

/**
 * Returns a flag for each place: 1 if it is inside the box, edges included. Longitudes -180 and 180 are the same
 * meridian, so a place on that meridian is inside every box that touches or crosses it.
 */
const insideBox = ({ lat, lon }: PlaceColumns, { west, south, east, north }: BoundingBox): Uint8Array => {
  const crosses = west > east;
  const hasMeridian = crosses || west === -180 || east === 180 || west === 180 || east === -180;
  const inside = new Uint8Array(lat.length);
  for (let position = 0; position < lat.length; position++) {
    const y = lat[position] ?? 0;
    const x = lon[position] ?? 0;
    const isBetween = crosses ? x >= west || x <= east : x >= west && x <= east;
    const isInside = y >= south && y <= north && (isBetween || (hasMeridian && Math.abs(x) === 180));
    inside[position] = Number(isInside);
  }
  return inside;
};
