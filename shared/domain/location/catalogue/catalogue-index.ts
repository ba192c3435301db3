import {
  allOf,
  anyOf,
  type OrderedPlaces,
  orderedPlaces,
  type PositionSet,
  positionSet,
} from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import type { Location } from '../location.ts';
import { type CatalogueColumns, columnsBuilder } from './columns.ts';
import { type Attribute, type Criterion, perAttribute, valuesOf } from './filter.ts';
import { type Postings, PostingsBuilder, rowsOf } from './postings.ts';

/**
 * Index with the data that searches need from every location. A location's row is its position in spatial order, which
 * keeps neighbours adjacent. Its rank is its position in the order of location codes.
 */
export interface CatalogueIndex {
  readonly size: number;
  /** Coordinates in degrees, and ranks, by row. */
  places(): OrderedPlaces;
  /** Location codes by rank. */
  codes(): readonly string[];
  /** Rows by rank. */
  rows(): Uint32Array;
  postings(attribute: Attribute): Postings;
  readonly columns: CatalogueColumns;
}

/** Selects rows by a condition that is not part of a filter. */
export type RowSelection = (index: CatalogueIndex) => PositionSet;

/** Rows that match a search, and the disjoint tiers of these rows in descending order of relevance. */
export interface RankedRows {
  readonly rows: PositionSet;
  readonly tiers: Iterable<PositionSet>;
}

/**
 * Builds an index of locations, which must be ordered by code without duplicates. They are read one by one and not kept
 * in memory. `capabilities` are all capabilities of the network. Throws RangeError if a code is out of order.
 */
export const indexLocations = (
  locations: Iterable<Location>,
  capabilities: readonly Capability[],
): CatalogueIndex => {
  const codes: string[] = [];
  const lat: number[] = [];
  const lon: number[] = [];
  const builders = perAttribute(() => new PostingsBuilder());
  const columns = columnsBuilder(capabilities);
  for (const location of locations) {
    const { locationCode, coordinates } = location;
    const previous = codes.at(-1);
    if (previous !== undefined && previous >= locationCode) {
      throw new RangeError(`location ${locationCode} comes after ${previous}`);
    }
    perAttribute((attribute) => {
      for (const value of valuesOf(location, attribute)) builders[attribute].add(value, codes.length);
    });
    columns.add(location);
    codes.push(locationCode);
    lat.push(coordinates.lat);
    lon.push(coordinates.lon);
  }
  const places = orderedPlaces({ lat: Float64Array.from(lat), lon: Float64Array.from(lon) });
  const rowByRank = rowsByRank(places);
  const postings = perAttribute((attribute) => builders[attribute].finish(rowByRank));
  return {
    size: codes.length,
    places: () => places,
    codes: () => codes,
    rows: () => rowByRank,
    postings: (attribute) => postings[attribute],
    columns: columns.finish(rowByRank),
  };
};

export const rowsByRank = ({ rank }: OrderedPlaces): Uint32Array => {
  const rows = new Uint32Array(rank.length);
  for (let row = 0; row < rank.length; row++) rows[rank[row] ?? 0] = row;
  return rows;
};

/**
 * Returns the rows that meet all criteria and are in all selections; undefined (all rows) if there are no criteria and
 * no selections.
 */
export const matchingRows = (
  index: CatalogueIndex,
  criteria: readonly Criterion[],
  selections: readonly RowSelection[] = [],
): PositionSet | undefined => {
  const sets = [
    ...criteria.map((criterion) => rowsWithAny(index, criterion)),
    ...selections.map((select) => select(index)),
  ];
  const [first, ...others] = sets;
  return first && allOf([first, ...others], index.size);
};

const rowsWithAny = (index: CatalogueIndex, { attribute, values }: Criterion): PositionSet => {
  const postings = index.postings(attribute);
  const sets = [...values].map((value) => positionSet(rowsOf(postings, String(value)), index.size));
  return anyOf(sets, index.size);
};
