import { type Coordinates, type Location, principalAddress } from '../location.ts';

const absentOr = (value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [String(value)];

/** Values of each attribute that searches and look-ups ask for, as text. */
const attributes = {
  types: ({ type }: Location) => [type],
  usageTypes: ({ usageType }: Location) => absentOr(usageType),
  serviceCodes: ({ services }: Location) => services.map(({ code }) => String(code)),
  workCentreIds: ({ workCentreId }: Location) => [String(workCentreId)],
  /** Delivery point of the location itself; `deliveryPointIds` are those of its addresses. */
  ownDeliveryPointIds: ({ deliveryPointId }: Location) => absentOr(deliveryPointId),
  accessRestrictionCodes: ({ accessRestrictionCode }: Location) => absentOr(accessRestrictionCode),
  locationTypeCodes: ({ locationTypeCode }: Location) => absentOr(locationTypeCode),
  principalPostcodes: (location: Location) => [principalAddress(location).postcode],
  postcodes: ({ addresses }: Location) => addresses.map(({ postcode }) => postcode),
  deliveryPointIds: ({ addresses }: Location) =>
    addresses.flatMap(({ deliveryPointId }) => deliveryPointId ?? []),
  addressTypes: ({ addresses }: Location) => addresses.map(({ type }) => type),
} satisfies Record<string, (location: Location) => readonly string[]>;

/** Name of an attribute that searches and look-ups ask for. */
export type Attribute = keyof typeof attributes;

/** Returns the distinct values of an attribute, in the order in which the location names them. */
const attributeValues = (attribute: Attribute, location: Location): readonly string[] => [
  ...new Set(attributes[attribute](location)),
];

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
  values: perAttribute((attribute) => attributeValues(attribute, location)),
});
