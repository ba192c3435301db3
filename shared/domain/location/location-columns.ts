import { type Location, principalAddress } from './location.ts';
import { type SortedTexts, sortedTexts } from './sorted-texts.ts';
import { type ValueColumn, valueColumnBuilder } from './value-column.ts';

const absentOr = (value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [String(value)];

/** What a location bears of each attribute that searches and look-ups ask for, as text. */
const attributes = {
  types: ({ type }: Location) => [type],
  usageTypes: ({ usageType }: Location) => absentOr(usageType),
  serviceCodes: ({ services }: Location) => services.map(({ code }) => String(code)),
  workCentreIds: ({ workCentreId }: Location) => [String(workCentreId)],
  /** The location's own; `deliveryPointIds` are its addresses'. */
  ownDeliveryPointIds: ({ deliveryPointId }: Location) => absentOr(deliveryPointId),
  accessRestrictionCodes: ({ accessRestrictionCode }: Location) => absentOr(accessRestrictionCode),
  locationTypeCodes: ({ locationTypeCode }: Location) => absentOr(locationTypeCode),
  principalPostcodes: (location: Location) => [principalAddress(location).postcode],
  postcodes: ({ addresses }: Location) => addresses.map(({ postcode }) => postcode),
  deliveryPointIds: ({ addresses }: Location) =>
    addresses.flatMap(({ deliveryPointId }) => deliveryPointId ?? []),
  addressTypes: ({ addresses }: Location) => addresses.map(({ type }) => type),
} satisfies Record<string, (location: Location) => readonly string[]>;

/** One of the attributes that searches and look-ups ask for. */
export type Attribute = keyof typeof attributes;

/** The distinct values of an attribute that the location bears, in the order in which it names them. */
export const attributeValues = (attribute: Attribute, location: Location): readonly string[] => [
  ...new Set(attributes[attribute](location)),
];

/** Something for each attribute. */
export const perAttribute = <T>(of: (attribute: Attribute) => T): Readonly<Record<Attribute, T>> => ({
  types: of('types'),
  usageTypes: of('usageTypes'),
  serviceCodes: of('serviceCodes'),
  workCentreIds: of('workCentreIds'),
  ownDeliveryPointIds: of('ownDeliveryPointIds'),
  accessRestrictionCodes: of('accessRestrictionCodes'),
  locationTypeCodes: of('locationTypeCodes'),
  principalPostcodes: of('principalPostcodes'),
  postcodes: of('postcodes'),
  deliveryPointIds: of('deliveryPointIds'),
  addressTypes: of('addressTypes'),
});

/** Every attribute. */
export const attributeNames: readonly Attribute[] = Object.values(perAttribute((attribute) => attribute));

/** Degrees, one pair a row. */
export interface CoordinateColumns {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
}

/**
 * All that searches and look-ups ask of a network, without the records themselves. A location's row is its place
 * in the order of location codes.
 */
export interface LocationColumns {
  readonly codes: SortedTexts;
  readonly coordinates: CoordinateColumns;
  readonly attributes: Readonly<Record<Attribute, ValueColumn>>;
}

/** Takes one location after the other, in the order of their codes, each code once. */
export interface LocationColumnsBuilder {
  add(location: Location): void;
  finish(): LocationColumns;
}

/** Builds the columns of a network. */
export const locationColumnsBuilder = (): LocationColumnsBuilder => {
  const codes: string[] = [];
  const lat: number[] = [];
  const lon: number[] = [];
  const columns = perAttribute((attribute) => ({ attribute, ...valueColumnBuilder() }));
  const all = Object.values(columns);
  return {
    add(location) {
      codes.push(location.locationCode);
      lat.push(location.coordinates.lat);
      lon.push(location.coordinates.lon);
      for (const { attribute, add } of all) add(attributes[attribute](location));
    },
    finish: () => ({
      codes: sortedTexts(codes),
      coordinates: { lat: Float64Array.from(lat), lon: Float64Array.from(lon) },
      attributes: perAttribute((attribute) => columns[attribute].finish()),
    }),
  };
};
