import { type PositionSet, positionsNumbered } from '../../../spatial/index.ts';
import { type Fit, fitOf, type Parcel, type ParcelLimits } from '../parcel.ts';
import { byRow, type ColumnBuilder } from './column-builder.ts';

/** Parcel limits of all locations. Each distinct set is stored once, because most locations share a few sets. */
interface ParcelLimitsColumn {
  readonly limits: readonly ParcelLimits[];
  /** Index into `limits` for each row. */
  readonly numbers: Uint32Array;
}

export const parcelLimitsColumn = (): ColumnBuilder<ParcelLimitsColumn> => {
  const limits: ParcelLimits[] = [];
  const numberByText = new Map<string, number>();
  const numbers: number[] = [];
  return {
    add({ parcelLimits: { edges, girth, weight } = {} }) {
      const text = JSON.stringify([edges, girth, weight]);
      const number = numberByText.get(text) ?? limits.push({ edges, girth, weight }) - 1;
      numberByText.set(text, number);
      numbers.push(number);
    },
    finish: (rows) => ({ limits, numbers: byRow(numbers, rows) }),
  };
};

/** Returns the rows whose limits give one of these results for a parcel. */
export const rowsWithFit = (
  { limits, numbers }: ParcelLimitsColumn,
  parcel: Parcel,
  results: readonly Fit[],
): PositionSet =>
  positionsNumbered(
    numbers,
    Uint8Array.from(limits, (each) => Number(results.includes(fitOf(parcel, each)))),
  );
