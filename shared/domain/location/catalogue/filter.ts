import {
  addressesInOrder,
  deliveryPointIdOf,
  type Location,
  type LocationType,
  principalAddress,
  usageTypeOf,
} from '../location.ts';

/** The values of a location, as strings, for each attribute that filters and lists use. */
const attributes = {
  types: ({ type }) => [type],
  usageTypes: (location) => textsOf(usageTypeOf(location)),
  serviceCodes: ({ services }) => distinct(services.map(({ code }) => String(code))),
  workCentreIds: ({ workCentreId }) => [String(workCentreId)],
  /** The delivery point that version 2 shows. `deliveryPointIds` has all delivery points, as in version 3. */
  ownDeliveryPointIds: (location) => textsOf(deliveryPointIdOf(location)),
  accessRestrictionCodes: ({ accessRestrictionCode }) => textsOf(accessRestrictionCode),
  locationTypeCodes: ({ locationTypeCode }) => textsOf(locationTypeCode),
  principalPostcodes: (location) => [principalAddress(location).postcode],
  postcodes: ({ addresses }) => distinct(addresses.map(({ postcode }) => postcode)),
  deliveryPointIds: (location) =>
    distinct(addressesInOrder(location).flatMap(({ deliveryPointId }) => deliveryPointId ?? [])),
  addressTypes: ({ addresses }) => distinct(addresses.map(({ type }) => type)),
} satisfies Record<string, (location: Location) => readonly string[]>;

export type Attribute = keyof typeof attributes;

const attributeNames = Object.keys(attributes) as Attribute[];

export const valuesOf = (location: Location, attribute: Attribute): readonly string[] =>
  attributes[attribute](location);

export const perAttribute = <T>(of: (attribute: Attribute) => T) =>
  Object.fromEntries(attributeNames.map((name) => [name, of(name)])) as Readonly<Record<Attribute, T>>;

type Values = ReadonlySet<string | number>;

/**
 * Filter for locations. A location must have one of the values of each attribute, and all of `allAddressTypes`. An
 * absent criterion matches everything, and an empty criterion matches nothing, except `allAddressTypes`.
 */
export type LocationFilter = {
  readonly [Name in Exclude<Attribute, 'ownDeliveryPointIds' | 'principalPostcodes'>]?: ReadonlySet<
    Name extends 'types' ? LocationType : Name extends 'serviceCodes' ? number : string
  >;
} & { readonly allAddressTypes?: ReadonlySet<string> };

/** A location meets a criterion if its attribute has at least one of the values. */
export interface Criterion {
  readonly attribute: Attribute;
  readonly values: Values;
}

export const criteriaOf = ({ allAddressTypes, ...anyOf }: LocationFilter): Criterion[] => [
  ...attributeNames.flatMap((attribute) => {
    const values = (anyOf as Partial<Record<Attribute, Values>>)[attribute];
    return values ? [{ attribute, values }] : [];
  }),
  ...Array.from(
    allAddressTypes ?? [],
    (type): Criterion => ({
      attribute: 'addressTypes',
      values: new Set([type]),
    }),
  ),
];

export const meetsAll = (location: Location, criteria: readonly Criterion[]): boolean =>
  criteria.every(({ attribute, values }) => {
    const accepted = new Set(Array.from(values, String));
    return valuesOf(location, attribute).some((value) => accepted.has(value));
  });

const textsOf = (value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [String(value)];

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
