import { type Attribute, attributeNames, type LocationColumns } from './location-columns.ts';
import type { LocationFilter } from './location-filter.ts';
import { type Postings, postingsOf } from './postings.ts';
import { rowsUpTo } from './rows.ts';
import { positionOf } from './sorted-texts.ts';
import { rowStart, type ValueColumn } from './value-column.ts';

/** Asks a row to bear at least one of the values. */
export interface Criterion {
  readonly attribute: Attribute;
  readonly values: ReadonlySet<string | number>;
}

/** What the filter asks: a row must meet every criterion. */
export const criteriaOf = ({ allAddressTypes, anyAddressTypes, ...others }: LocationFilter): Criterion[] => {
  const anyOf: Partial<Record<Attribute, ReadonlySet<string | number> | undefined>> = {
    ...others,
    addressTypes: anyAddressTypes,
  };
  const criteria = attributeNames.flatMap((attribute): Criterion[] => {
    const values = anyOf[attribute];
    return values ? [{ attribute, values }] : [];
  });
  for (const type of allAddressTypes ?? []) {
    criteria.push({ attribute: 'addressTypes', values: new Set([type]) });
  }
  return criteria;
};

/** The rows of a network that meet some criteria. */
export interface RowSearch {
  /** No more than these meet them. */
  readonly atMost: number;
  /** All that meet them, ascending. */
  rows(): Uint32Array;
  /** Tells of one row whether it meets them. */
  acceptance(): (row: number) => boolean;
}

/** A criterion whose values are positions in the dictionary of its column; values that no row bears are left out. */
interface Sought {
  readonly column: ValueColumn;
  readonly wanted: readonly number[];
  /** For each value the rows that bear it. */
  readonly lists: readonly Uint32Array[];
  /** Of all lists together: rows that bear several of the values count as often. */
  readonly total: number;
}

const bearer = ({ column, wanted }: Sought): ((row: number) => boolean) => {
  const { values, rowEnds, dictionary } = column;
  const isWanted = new Uint8Array(dictionary.ends.length);
  for (const value of wanted) isWanted[value] = 1;
  return (row) => {
    const end = rowEnds[row] ?? 0;
    for (let index = rowStart(column, row); index < end; index++) {
      if (isWanted[values[index] ?? 0] === 1) return true;
    }
    return false;
  };
};

const bearerOfAll = (sought: readonly Sought[]): ((row: number) => boolean) => {
  const bearers = sought.map(bearer);
  return (row) => bearers.every((bears) => bears(row));
};

const kept = (rows: Uint32Array, accepts: (row: number) => boolean): Uint32Array => {
  const accepted = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (accepts(row)) accepted[count++] = row;
  return accepted.subarray(0, count);
};

/** Answers which rows meet criteria. What it needs of a column is made when the column is first asked for. */
export const rowSearcher = ({ coordinates, attributes }: LocationColumns) => {
  const everyRow = rowsUpTo(coordinates.lat.length);
  const made = new Map<Attribute, Postings>();
  const postings = (attribute: Attribute): Postings => {
    const known = made.get(attribute) ?? postingsOf(attributes[attribute]);
    made.set(attribute, known);
    return known;
  };

  const seek = ({ attribute, values }: Criterion): Sought => {
    const column = attributes[attribute];
    const wanted = [...values].flatMap((value) => positionOf(column.dictionary, String(value)) ?? []);
    const lists = wanted.map((value) => postings(attribute).rowsOf(value));
    return { column, wanted, lists, total: lists.reduce((sum, list) => sum + list.length, 0) };
  };

  const bearing = (sought: Sought): Uint32Array => {
    const [only = new Uint32Array()] = sought.lists;
    if (sought.lists.length <= 1) return only;
    // Bringing long lists into one order costs more than a walk through the network, which is in order.
    if (sought.total > everyRow.length / 32) return kept(everyRow, bearer(sought));
    const distinct = new Set(sought.lists.flatMap((list) => [...list]));
    return Uint32Array.from(distinct).sort();
  };

  return (criteria: readonly Criterion[]): RowSearch => {
    const sought = criteria.map(seek).sort((one, other) => one.total - other.total);
    const [narrowest, ...others] = sought;
    return {
      atMost: narrowest?.total ?? everyRow.length,
      rows() {
        const candidates = narrowest ? bearing(narrowest) : everyRow;
        return others.length === 0 ? candidates : kept(candidates, bearerOfAll(others));
      },
      acceptance: () => (sought.length === 0 ? () => true : bearerOfAll(sought)),
    };
  };
};
