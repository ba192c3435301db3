import { attributeNames, perAttribute } from '../../../domain/location/location-attributes.ts';
import type { LocationColumns } from '../../../domain/location/location-columns.ts';
import type { Postings } from '../../../domain/location/postings.ts';
import type { SortedTexts } from '../../../domain/location/sorted-texts.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { endsOf, lengthsOf, narrowed, takeUnsigned } from './narrow-arrays.ts';
import type { NumberArray, UnpackedArrays } from './packed-arrays.ts';

/** Arrays that are compressed together, since whoever asks for one asks for all. */
export interface ArrayPiece {
  readonly name: string;
  readonly arrays: ReadonlyMap<string, NumberArray>;
}

const textArrays = ({ units, ends }: SortedTexts): [string, NumberArray][] => [
  ['units', units],
  ['lengths', lengthsOf(ends)],
];

const takeTexts = (arrays: UnpackedArrays, name: string): SortedTexts => {
  const units = arrays.take('units', Uint16Array);
  return { units, ends: endsOf(takeUnsigned(arrays, 'lengths'), units.length, name) };
};

const postingArrays = ({ dictionary, counts, steps, ends }: Postings): [string, NumberArray][] => [
  ...textArrays(dictionary),
  ['counts', narrowed(counts)],
  ['steps', steps],
  ['sizes', lengthsOf(ends)],
];

const takePostings = (arrays: UnpackedArrays, name: string): Postings => {
  const dictionary = takeTexts(arrays, name);
  const counts = takeUnsigned(arrays, 'counts');
  const steps = arrays.take('steps', Uint8Array);
  const ends = endsOf(takeUnsigned(arrays, 'sizes'), steps.length, name);
  if (counts.length !== dictionary.ends.length || ends.length !== counts.length) {
    throw new DamagedPublication(`${name} has rows of other values than its own`);
  }
  return { dictionary, counts, steps, ends };
};

/** The columns as pieces of a snapshot: first what every search asks for, then what some do. */
export const columnPieces = ({ places, codes, postings }: LocationColumns): readonly ArrayPiece[] => {
  const { lat, lon, rank } = places();
  return [
    {
      name: 'places',
      arrays: new Map<string, NumberArray>([
        ['lat', lat],
        ['lon', lon],
        ['rank', narrowed(rank)],
      ]),
    },
    { name: 'codes', arrays: new Map(textArrays(codes())) },
    ...attributeNames.map((name) => ({ name, arrays: new Map(postingArrays(postings(name))) })),
  ];
};

const ofEveryLocation = (size: number, ...columns: readonly ArrayLike<unknown>[]) => {
  if (columns.some(({ length }) => length !== size)) {
    throw new DamagedPublication('the catalogue has columns of other lengths than it says');
  }
};

/**
 * The columns of a snapshot of `size` locations, of whose pieces `arraysOf` gives the arrays. Each is unpacked when
 * it is first asked for, and throws what `arraysOf` throws, or DamagedPublication where it does not fit together.
 */
export const takeColumns = (arraysOf: (piece: string) => UnpackedArrays, size: number): LocationColumns => {
  const places = madeOnce(() => {
    const arrays = arraysOf('places');
    const lat = arrays.take('lat', Float64Array);
    const lon = arrays.take('lon', Float64Array);
    const rank = takeUnsigned(arrays, 'rank');
    ofEveryLocation(size, lat, lon, rank);
    return { lat, lon, rank };
  });
  const codes = madeOnce(() => {
    const texts = takeTexts(arraysOf('codes'), 'codes');
    ofEveryLocation(size, texts.ends);
    return texts;
  });
  const postings = perAttribute((attribute) => madeOnce(() => takePostings(arraysOf(attribute), attribute)));
  return { size, places, codes, postings: (attribute) => postings[attribute]() };
};
