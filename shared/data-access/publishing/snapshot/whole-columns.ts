import { attributeNames } from '../../../domain/location/catalogue/location-attributes.ts';
import type { LocationColumns } from '../../../domain/location/catalogue/location-columns.ts';
import { type Postings, rowsOf } from '../../../domain/location/catalogue/postings.ts';
import { compareTexts, type SortedTexts } from '../../../domain/location/catalogue/sorted-texts.ts';
import { chordMargin, growTree, type OrderedPlaces } from '../../../spatial/index.ts';
import { DamagedPublication } from '../damaged-publication.ts';

const demand = (holds: boolean, what: string) => {
  if (!holds) throw new DamagedPublication(`the catalogue's ${what}`);
};

const checkOrder = (texts: SortedTexts, name: string) => {
  for (let position = 1; position < texts.ends.length; position++) {
    demand(compareTexts(texts, position - 1, position) < 0, `${name} are not in order`);
  }
};

const checkRanks = (rank: Uint32Array) => {
  const seen = new Uint8Array(rank.length);
  for (const each of rank) {
    demand(seen[each] === 0, 'rows do not have one rank each');
    seen[each] = 1;
  }
};

const checkPostings = (postings: Postings, size: number, name: string) => {
  checkOrder(postings.dictionary, `values of ${name}`);
  for (let value = 0; value < postings.counts.length; value++) {
    const rows = rowsOf(postings, value);
    demand(rows.length > 0, `${name} have a value that no row bears`);
    for (const [index, row] of rows.entries()) {
      const isNext = row < size && (index === 0 || row > (rows[index - 1] ?? 0));
      demand(isNext, `rows of ${name} are not in order`);
    }
  }
};

/**
 * Tolerance of coordinates, as other machines may compute sines differently: half of the margin that searches allow.
 */
const rounding = chordMargin / 2;

const areAlike = (some: ArrayLike<number>, others: ArrayLike<number>): boolean =>
  Array.prototype.every.call(some, (number: number, index: number) => {
    const other = others[index] ?? Number.NaN;
    return number === other || Math.abs(number - other) <= rounding;
  });

/** Checks the tree against the places: with another tree, searches would miss some. */
const checkTree = (places: OrderedPlaces) => {
  const { tree } = places;
  const { boxes, axes, cuts } = growTree(places);
  const isOfPlaces = areAlike(boxes, tree.boxes) && areAlike(axes, tree.axes) && areAlike(cuts, tree.cuts);
  demand(isOfPlaces, 'tree is of other places');
};

/** Reads all columns of a snapshot, and checks what searches rely on. Throws DamagedPublication. */
export const checkColumns = (columns: LocationColumns): void => {
  const { size } = columns;
  const { lat, lon, rank } = columns.places();
  checkRanks(rank);
  demand(
    lat.every((degrees) => Math.abs(degrees) <= 90),
    'latitudes leave the globe',
  );
  demand(
    lon.every((degrees) => Math.abs(degrees) <= 180),
    'longitudes leave the globe',
  );
  checkTree(columns.places());
  checkOrder(columns.codes(), 'codes');
  for (const attribute of attributeNames) checkPostings(columns.postings(attribute), size, attribute);
};
