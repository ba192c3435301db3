import { type PositionSet, positionsNumbered } from '../../../spatial/index.ts';
import { type Fit, fitOf, type Parcel, type ParcelLimits } from '../parcel.ts';
import { byRow, type ColumnBuilder, distinctValues } from './column-builder.ts';

/** Parcel limits of all locations. Each distinct set is stored once, because most locations share a few sets. */
interface ParcelLimitsColumn {
  readonly limits: readonly ParcelLimits[];
  /** Index into `limits` for each row. */
  readonly numbers: Uint32Array;
}

export const parcelLimitsColumn = (): ColumnBuilder<ParcelLimitsColumn> => {
  const limits = distinctValues<ParcelLimits>();
  const numbers: number[] = [];
  return {
    add({ parcelLimits: { edges, girth, weight } = {} }) {
      const key = JSON.stringify([edges, girth, weight]);
      numbers.push(limits.positionOf(key, { edges, girth, weight }));
    },
    finish: (rows) => ({ limits: limits.values, numbers: byRow(numbers, rows) }),
  };
};

export const rowsWithFit = (
  { limits, numbers }: ParcelLimitsColumn,
  parcel: Parcel,
  results: readonly Fit[],
): PositionSet =>
  positionsNumbered(
    numbers,
    Uint8Array.from(limits, (each) => Number(results.includes(fitOf(parcel, each)))),
  );
