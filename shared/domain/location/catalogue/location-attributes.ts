import {
  addressesInOrder,
  type Coordinates,
  deliveryPointIdOf,
  type Location,
  principalAddress,
  usageTypeOf,
} from '../location.ts';

const absentOr = (value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [String(value)];

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/**
 * Distinct values, as text, of each attribute that searches and look-ups ask for, in the order in which the location
 * names them.
 */
const valuesOf = (location: Location) =>
  ({
    types: [location.type],
    usageTypes: absentOr(usageTypeOf(location)),
    serviceCodes: distinct(location.services.map(({ code }) => String(code))),
    workCentreIds: [String(location.workCentreId)],
    /** Delivery point that version 2 shows for the location; `deliveryPointIds` are those that version 3 shows. */
    ownDeliveryPointIds: absentOr(deliveryPointIdOf(location)),
    accessRestrictionCodes: absentOr(location.accessRestrictionCode),
    locationTypeCodes: absentOr(location.locationTypeCode),
    principalPostcodes: [principalAddress(location).postcode],
    postcodes: distinct(location.addresses.map(({ postcode }) => postcode)),
    deliveryPointIds: distinct(
      addressesInOrder(location).flatMap(({ deliveryPointId }) => deliveryPointId ?? []),
    ),
    addressTypes: distinct(location.addresses.map(({ type }) => type)),
  }) satisfies Record<string, readonly string[]>;

/** Name of an attribute that searches and look-ups ask for. */
export type Attribute = keyof ReturnType<typeof valuesOf>;

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

/** Names of all attributes. */
export const attributeNames: readonly Attribute[] = Object.values(perAttribute((attribute) => attribute));

/** Properties of a location that the columns keep. */
export interface LocationFacets {
  readonly locationCode: string;
  readonly coordinates: Coordinates;
  /** Distinct values by attribute. */
  readonly values: Readonly<Record<Attribute, readonly string[]>>;
}

/** Extracts the facets of a location. */
export const facetsOf = (location: Location): LocationFacets => ({
  locationCode: location.locationCode,
  coordinates: location.coordinates,
  values: valuesOf(location),
});
