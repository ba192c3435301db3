import {
  addressesInOrder,
  deliveryPointIdOf,
  type Location,
  type LocationType,
  principalAddress,
  usageTypeOf,
} from '../location.ts';

/**
 * Filter for locations. The values of a criterion are combined with OR, except in `allAddressTypes`. Criteria are
 * combined with AND. An absent criterion matches everything, and an empty criterion matches nothing.
 */
export interface LocationFilter {
  readonly types?: ReadonlySet<LocationType>;
  readonly usageTypes?: ReadonlySet<string>;
  readonly serviceCodes?: ReadonlySet<number>;
  readonly workCentreIds?: ReadonlySet<string>;
  readonly accessRestrictionCodes?: ReadonlySet<string>;
  readonly locationTypeCodes?: ReadonlySet<string>;
  /** Compared with all addresses of a location. */
  readonly postcodes?: ReadonlySet<string>;
  /** Compared with all addresses of a location. */
  readonly deliveryPointIds?: ReadonlySet<string>;
  readonly anyAddressTypes?: ReadonlySet<string>;
  readonly allAddressTypes?: ReadonlySet<string>;
}

/** Returns the values of a location, as strings, for each attribute that filters and lists use. */
export const attributesOf = (location: Location) =>
  ({
    types: [location.type],
    usageTypes: textsOf(usageTypeOf(location)),
    serviceCodes: distinct(location.services.map(({ code }) => String(code))),
    workCentreIds: [String(location.workCentreId)],
    /** The delivery point that version 2 shows. `deliveryPointIds` has all delivery points, as in version 3. */
    ownDeliveryPointIds: textsOf(deliveryPointIdOf(location)),
    accessRestrictionCodes: textsOf(location.accessRestrictionCode),
    locationTypeCodes: textsOf(location.locationTypeCode),
    principalPostcodes: [principalAddress(location).postcode],
    postcodes: distinct(location.addresses.map(({ postcode }) => postcode)),
    deliveryPointIds: distinct(
      addressesInOrder(location).flatMap(({ deliveryPointId }) => deliveryPointId ?? []),
    ),
    addressTypes: distinct(location.addresses.map(({ type }) => type)),
  }) satisfies Record<string, readonly string[]>;

/** Name of an attribute that filters and lists use. */
export type Attribute = keyof ReturnType<typeof attributesOf>;

/** Builds a record with a value for each attribute. */
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

/** A location meets a criterion if its attribute has at least one of the values. */
export interface Criterion {
  readonly attribute: Attribute;
  readonly values: ReadonlySet<string | number>;
}

/** Returns the criteria of a filter. A location must meet all of them. */
export const criteriaOf = (filter: LocationFilter): Criterion[] => {
  // Keyed by the filter's members, so that the compiler reports a member without a criterion.
  const criteria: Readonly<Record<keyof LocationFilter, readonly Criterion[]>> = {
    types: anyOf('types', filter.types),
    usageTypes: anyOf('usageTypes', filter.usageTypes),
    serviceCodes: anyOf('serviceCodes', filter.serviceCodes),
    workCentreIds: anyOf('workCentreIds', filter.workCentreIds),
    accessRestrictionCodes: anyOf('accessRestrictionCodes', filter.accessRestrictionCodes),
    locationTypeCodes: anyOf('locationTypeCodes', filter.locationTypeCodes),
    postcodes: anyOf('postcodes', filter.postcodes),
    deliveryPointIds: anyOf('deliveryPointIds', filter.deliveryPointIds),
    anyAddressTypes: anyOf('addressTypes', filter.anyAddressTypes),
    allAddressTypes: [...(filter.allAddressTypes ?? [])].flatMap((type) =>
      anyOf('addressTypes', new Set([type])),
    ),
  };
  return Object.values(criteria).flat();
};

export const meetsAll = (location: Location, criteria: readonly Criterion[]): boolean => {
  const attributes = attributesOf(location);
  return criteria.every(({ attribute, values }) => {
    const accepted = new Set([...values].map(String));
    return attributes[attribute].some((value) => accepted.has(value));
  });
};

const textsOf = (value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [String(value)];

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

const anyOf = (attribute: Attribute, values: Criterion['values'] | undefined): readonly Criterion[] =>
  values ? [{ attribute, values }] : [];
