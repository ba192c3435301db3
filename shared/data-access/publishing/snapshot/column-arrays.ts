import { type LocationColumns, perAttribute } from '../../../domain/location/location-columns.ts';
import type { SortedTexts } from '../../../domain/location/sorted-texts.ts';
import { unsignedArray, type ValueColumn } from '../../../domain/location/value-column.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { NumberArray, UnpackedArrays } from './packed-arrays.ts';

type Named = readonly [name: string, array: NumberArray];

/** Lengths instead of ends: they are small and much alike, and so compress to next to nothing. */
const lengthsOf = (ends: Uint32Array) => {
  const lengths = ends.map((end, index) => end - (ends[index - 1] ?? 0));
  const narrow = unsignedArray(
    lengths.length,
    lengths.reduce((most, length) => Math.max(most, length), 0),
  );
  narrow.set(lengths);
  return narrow;
};

const endsOf = (lengths: NumberArray, total: number, name: string): Uint32Array => {
  const ends = new Uint32Array(lengths.length);
  let end = 0;
  for (let index = 0; index < lengths.length; index++) {
    end += lengths[index] ?? 0;
    ends[index] = end;
  }
  if (end !== total) throw new DamagedPublication(`the lengths of ${name} do not add up`);
  return ends;
};

const textArrays = (name: string, { units, ends }: SortedTexts): Named[] => [
  [`${name}.units`, units],
  [`${name}.lengths`, lengthsOf(ends)],
];

const takeUnsigned = (arrays: UnpackedArrays, name: string) =>
  arrays.take<Uint8Array | Uint16Array | Uint32Array>(name, Uint8Array, Uint16Array, Uint32Array);

const takeTexts = (arrays: UnpackedArrays, name: string): SortedTexts => {
  const units = arrays.take(`${name}.units`, Uint16Array);
  return { units, ends: endsOf(takeUnsigned(arrays, `${name}.lengths`), units.length, name) };
};

const takeValues = (arrays: UnpackedArrays, name: string, rows: number): ValueColumn => {
  const dictionary = takeTexts(arrays, name);
  const values = takeUnsigned(arrays, `${name}.values`);
  const rowEnds = endsOf(takeUnsigned(arrays, `${name}.counts`), values.length, name);
  if (rowEnds.length !== rows) throw new DamagedPublication(`${name} is not of every location`);
  const known = dictionary.ends.length;
  for (let index = 0; index < values.length; index++) {
    if ((values[index] ?? 0) >= known) {
      throw new DamagedPublication(`${name} has values that its dictionary has not`);
    }
  }
  return { dictionary, rowEnds, values };
};

const valueArrays = (name: string, { dictionary, rowEnds, values }: ValueColumn): Named[] => [
  ...textArrays(name, dictionary),
  [`${name}.counts`, lengthsOf(rowEnds)],
  [`${name}.values`, values],
];

/** The columns as arrays of a snapshot. */
export const columnArrays = ({ codes, coordinates, attributes }: LocationColumns): Named[] => [
  ...textArrays('codes', codes),
  ['lat', coordinates.lat],
  ['lon', coordinates.lon],
  ...Object.entries(attributes).flatMap(([name, column]) => valueArrays(name, column)),
];

/** The columns of a snapshot of `rows` locations. Throws DamagedPublication where they do not fit together. */
export const takeColumns = (arrays: UnpackedArrays, rows: number): LocationColumns => {
  const codes = takeTexts(arrays, 'codes');
  const coordinates = { lat: arrays.take('lat', Float64Array), lon: arrays.take('lon', Float64Array) };
  if ([codes.ends, coordinates.lat, coordinates.lon].some(({ length }) => length !== rows)) {
    throw new DamagedPublication('the catalogue has columns of other lengths than it says');
  }
  return {
    codes,
    coordinates,
    attributes: perAttribute((attribute) => takeValues(arrays, attribute, rows)),
  };
};
