import { attributeNames, perAttribute } from '../../../domain/location/catalogue/location-attributes.ts';
import type { LocationColumns } from '../../../domain/location/catalogue/location-columns.ts';
import { type Postings, postingsBuilder } from '../../../domain/location/catalogue/postings.ts';
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

/** Returns the postings of an attribute that no location bears. */
const noPostings = (): Postings => postingsBuilder().finish(new Uint32Array());

/** Returns the 32-bit words of single-precision numbers, as earlier releases cannot read float arrays. */
const wordsOf = ({ buffer, byteOffset, length }: Float32Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length);
const takeSingles = (arrays: UnpackedArrays, name: string): Float32Array => {
  const { buffer, byteOffset, length } = arrays.take(name, Uint32Array);
  return new Float32Array(buffer, byteOffset, length);
};

const treeArrays = ({ boxes, axes, cuts }: TreeShape): [string, NumberArray][] => [
  ['boxes', wordsOf(boxes)],
  ['cuts', wordsOf(cuts)],
  ['axes', axes],
];

const takeTree = (arrays: UnpackedArrays, size: number): TreeShape => {
  const width = treeWidth(blocksOf(size));
  const boxes = takeSingles(arrays, 'boxes');
  const cuts = takeSingles(arrays, 'cuts');
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
    ...(tree ? [{ name: 'tree', arrays: new Map(treeArrays(tree)) }] : []),
    { name: 'codes', arrays: new Map(textArrays(codes())) },
    ...attributeNames.map((name) => ({ name, arrays: new Map(postingArrays(postings(name))) })),
  ];
};

const ofEveryLocation = (size: number, ...columns: readonly ArrayLike<unknown>[]) => {
  if (columns.some(({ length }) => length !== size)) {
    throw new DamagedPublication('the catalogue has columns of other lengths than it says');
  }
};

/** Pieces of a stored snapshot. */
export interface StoredPieces {
  has(piece: string): boolean;
  /** Returns the arrays of a piece. Throws DamagedPublication if there is none. */
  arraysOf(piece: string): UnpackedArrays;
}

/**
 * Opens the columns of a snapshot of `size` locations. Each is unpacked on first use, and then throws what `arraysOf`
 * throws, or DamagedPublication if it is inconsistent. Snapshots of earlier releases may have no tree, and no postings
 * of attributes that came later, which are read as empty.
 */
export const takeColumns = ({ has, arraysOf }: StoredPieces, size: number): LocationColumns => {
  const places = madeOnce(() => {
    const arrays = arraysOf('places');
    const lat = arrays.take('lat', Float64Array);
    const lon = arrays.take('lon', Float64Array);
    const rank = takeUnsigned(arrays, 'rank');
    ofEveryLocation(size, lat, lon, rank);
    return { lat, lon, rank, ...(has('tree') && { tree: takeTree(arraysOf('tree'), size) }) };
  });
  const codes = madeOnce(() => {
    const texts = takeTexts(arraysOf('codes'), 'codes');
    ofEveryLocation(size, texts.ends);
    return texts;
  });
  const postings = perAttribute((attribute) =>
    madeOnce(() => (has(attribute) ? takePostings(arraysOf(attribute), attribute) : noPostings())),
  );
  return { size, places, codes, postings: (attribute) => postings[attribute]() };
};
