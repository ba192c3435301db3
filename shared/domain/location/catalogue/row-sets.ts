import {
  allOf,
  anyOf,
  bytesOfSet,
  type PositionSet,
  positionSet,
  positionSetOf,
} from '../../../spatial/index.ts';
import { boundedMemory } from '../../bounded-memory.ts';
import { type Attribute, attributeNames } from './location-attributes.ts';
import type { LocationColumns } from './location-columns.ts';
import type { LocationFilter } from './location-filter.ts';
import { rowBitsOf, rowsOf } from './postings.ts';
import { positionOf } from './sorted-texts.ts';

/** Criterion that a row meets with at least one of the values. */
export interface Criterion {
  readonly attribute: Attribute;
  readonly values: ReadonlySet<string | number>;
}

type Values = Criterion['values'];

const criterion = (attribute: Attribute, values: Values | undefined): readonly Criterion[] =>
  values ? [{ attribute, values }] : [];

/** Turns a filter into criteria, all of which a row must meet. A filter without a criterion is a type error. */
export const criteriaOf = (filter: LocationFilter): Criterion[] => {
  const criteria: Readonly<Record<keyof LocationFilter, readonly Criterion[]>> = {
    types: criterion('types', filter.types),
    usageTypes: criterion('usageTypes', filter.usageTypes),
    serviceCodes: criterion('serviceCodes', filter.serviceCodes),
    workCentreIds: criterion('workCentreIds', filter.workCentreIds),
    accessRestrictionCodes: criterion('accessRestrictionCodes', filter.accessRestrictionCodes),
    locationTypeCodes: criterion('locationTypeCodes', filter.locationTypeCodes),
    postcodes: criterion('postcodes', filter.postcodes),
    deliveryPointIds: criterion('deliveryPointIds', filter.deliveryPointIds),
    anyAddressTypes: criterion('addressTypes', filter.anyAddressTypes),
    allAddressTypes: [...(filter.allAddressTypes ?? [])].map((type) => ({
      attribute: 'addressTypes',
      values: new Set([type]),
    })),
  };
  return Object.values(criteria).flat();
};

/** Default bound of each of the two caches, in bytes: sets of single values, and sets of combined criteria. */
const usualBytes = 16 * 1024 * 1024;
/** Overhead of a cached set, in bytes. */
const bytesBesides = 256;

const bytesOf = (set: PositionSet, universe: number) => bytesBesides + bytesOfSet(set, universe);

/** Returns a unique number for each value of each attribute. */
const keyOf = (attribute: Attribute, value: number) => attributeNames.indexOf(attribute) * 2 ** 32 + value;

/** Keys of a criterion's values that exist in the network, sorted. */
type BorneValues = readonly number[];

/** Returns a cache key that does not depend on the order of criteria and values. */
const textOf = (criteria: readonly BorneValues[]) => criteria.map(String).sort().join(';');

/**
 * Creates a function that returns the rows that meet all criteria; undefined if there are no criteria. Sets of values
 * and of combined criteria are cached within a bound. Unknown values are not cached, so that made-up values cannot
 * evict useful sets.
 */
export const rowSets = (columns: LocationColumns, keptBytes = usualBytes) => {
  const universe = columns.size;
  const noRows = positionSet(new Uint32Array(), universe);
  const kept = boundedMemory<number, PositionSet>(keptBytes);
  const combined = boundedMemory<string, PositionSet>(keptBytes);

  const borneOf = ({ attribute, values }: Criterion): BorneValues => {
    const { dictionary } = columns.postings(attribute);
    const borne: number[] = [];
    for (const value of values) {
      const position = positionOf(dictionary, String(value));
      if (position !== undefined) borne.push(keyOf(attribute, position));
    }
    return borne.length < 2 ? borne : borne.sort((one, other) => one - other);
  };

  const bearing = (key: number): PositionSet => {
    const known = kept.get(key);
    if (known) return known;
    const attribute = attributeNames[Math.floor(key / 2 ** 32)];
    if (!attribute) return noRows;
    const postings = columns.postings(attribute);
    const value = key % 2 ** 32;
    const set = positionSetOf(postings.counts[value] ?? 0, universe, {
      positions: () => rowsOf(postings, value),
      bits: () => rowBitsOf(postings, value, universe),
    });
    kept.add(key, set, bytesOf(set, universe));
    return set;
  };

  const meeting = (values: BorneValues): PositionSet => {
    const sets = values.map(bearing);
    const [first = noRows] = sets;
    return sets.length <= 1 ? first : anyOf(sets, universe);
  };

  const meetingAll = (criteria: readonly BorneValues[]): PositionSet => {
    const [first = noRows, ...others] = criteria.map(meeting).sort((one, other) => one.size - other.size);
    return others.length === 0 || first.size === 0 ? first : allOf([first, ...others], universe);
  };

  return (criteria: readonly Criterion[]): PositionSet | undefined => {
    if (criteria.length === 0) return undefined;
    const asked = criteria.map(borneOf);
    if (asked.some(({ length }) => length === 0)) return noRows;
    const [first] = asked;
    if (asked.length === 1 && first?.length === 1) return meeting(first);
    // Criteria repeat: for the pages of one search, and for the searches that an app always makes.
    const key = textOf(asked);
    const known = combined.get(key);
    if (known) return known;
    const set = meetingAll(asked);
    combined.add(key, set, bytesOf(set, universe) + key.length);
    return set;
  };
};
