import { attributeNames, perAttribute } from '../../../domain/location/catalogue/location-attributes.ts';
import type { LocationColumns } from '../../../domain/location/catalogue/location-columns.ts';
import type { Postings } from '../../../domain/location/catalogue/postings.ts';
import type { SortedTexts } from '../../../domain/location/catalogue/sorted-texts.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import { blocksOf, type TreeShape, treeWidth } from '../../../spatial/index.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { endsOf, lengthsOf, narrowed, takeUnsigned } from './narrow-arrays.ts';
import type { NumberArray, UnpackedArrays } from './packed-arrays.ts';

/** Arrays that are compressed together, because they are always used together. */
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

const treeArrays = ({ boxes, axes, cuts }: TreeShape): [string, NumberArray][] => [
  ['boxes', boxes],
  ['cuts', cuts],
  ['axes', axes],
];

const takeTree = (arrays: UnpackedArrays, size: number): TreeShape => {
  const width = treeWidth(blocksOf(size));
  const boxes = arrays.take('boxes', Float32Array);
  const cuts = arrays.take('cuts', Float32Array);
  const axes = arrays.take('axes', Uint8Array);
  if (boxes.length !== 12 * width || cuts.length !== 2 * width || axes.length !== width) {
    throw new DamagedPublication('the tree of the catalogue has another width than its places');
  }
  return { width, boxes, cuts, axes };
};

/** Splits columns into pieces of a snapshot: first those that every search needs. */
export const columnPieces = ({ places, codes, postings }: LocationColumns): readonly ArrayPiece[] => {
  const { lat, lon, rank, tree } = places();
  return [
    {
      name: 'places',
      arrays: new Map<string, NumberArray>([
        ['lat', lat],
        ['lon', lon],
        ['rank', narrowed(rank)],
      ]),
    },
    { name: 'tree', arrays: new Map(treeArrays(tree)) },
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
 * Opens the columns of a snapshot of `size` locations. `arraysOf` returns the arrays of a piece, and throws
 * DamagedPublication if there is none. Each column is unpacked on first use, and then throws what `arraysOf` throws, or
 * DamagedPublication if it is inconsistent.
 */
export const takeColumns = (arraysOf: (piece: string) => UnpackedArrays, size: number): LocationColumns => {
  const places = madeOnce(() => {
    const arrays = arraysOf('places');
    const lat = arrays.take('lat', Float64Array);
    const lon = arrays.take('lon', Float64Array);
    const rank = takeUnsigned(arrays, 'rank');
    ofEveryLocation(size, lat, lon, rank);
    return { lat, lon, rank, tree: takeTree(arraysOf('tree'), size) };
  });
  const codes = madeOnce(() => {
    const texts = takeTexts(arraysOf('codes'), 'codes');
    ofEveryLocation(size, texts.ends);
    return texts;
  });
  const postings = perAttribute((attribute) => madeOnce(() => takePostings(arraysOf(attribute), attribute)));
  return { size, places, codes, postings: (attribute) => postings[attribute]() };
};
