import { girthOf, type Parcel } from '../parcel.ts';
import type { ColumnBuilder } from './column-builder.ts';

/** Limits of parcels by row. Those that are not known are `unlimited`. */
export interface ParcelLimitsColumn {
  readonly longest: Uint32Array;
  readonly middle: Uint32Array;
  readonly shortest: Uint32Array;
  readonly girth: Uint32Array;
  readonly weight: Uint32Array;
}

/** Limit that no parcel exceeds. */
const unlimited = 0xffff_ffff;

/** Builds the column of the limits of parcels. */
export const parcelLimitsColumn = (): ColumnBuilder<ParcelLimitsColumn> => {
  const limits: number[][] = [];
  return {
    add({ parcelLimits: { edges = [], girth = unlimited, weight = unlimited } = {} }) {
      const [longest = unlimited, middle = unlimited, shortest = unlimited] = edges;
      limits.push([longest, middle, shortest, girth, weight]);
    },
    finish(rows) {
      const byRow = (position: number) => {
        const column = new Uint32Array(rows.length);
        for (const [rank, row] of rows.entries()) column[row] = limits[rank]?.[position] ?? unlimited;
        return column;
      };
      return { longest: byRow(0), middle: byRow(1), shortest: byRow(2), girth: byRow(3), weight: byRow(4) };
    },
  };
};

/** Returns the rows where a parcel may fit or, if `isCertain`, those where it fits for sure: see `fitOf`. */
export const rowsThatFit = (
  { longest, middle, shortest, girth, weight }: ParcelLimitsColumn,
  parcel: Parcel,
  isCertain: boolean,
): Uint32Array => {
  const [a, b, c] = parcel.edges;
  const around = girthOf(parcel);
  const grams = parcel.weight ?? 0;
  // The highest limits that count as known.
  const maxEdgeLimit = isCertain ? unlimited - 1 : unlimited;
  const maxWeightLimit = isCertain && parcel.weight !== undefined ? unlimited - 1 : unlimited;
  const found = new Uint32Array(longest.length);
  let count = 0;
  for (let row = 0; row < longest.length; row++) {
    const edgeLimit = longest[row] ?? 0;
    const weightLimit = weight[row] ?? 0;
    if (edgeLimit < a || edgeLimit > maxEdgeLimit || weightLimit < grams || weightLimit > maxWeightLimit)
      continue;
    if ((middle[row] ?? 0) < b || (shortest[row] ?? 0) < c || (girth[row] ?? 0) < around) continue;
    found[count++] = row;
  }
  return found.subarray(0, count);
};
