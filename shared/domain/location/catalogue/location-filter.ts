import type { AddressType, Location, LocationType } from '../location.ts';

/**
 * Filter of locations. Values of one criterion are alternatives (except `allAddressTypes`); criteria narrow each other;
 * an absent criterion allows all, an empty one matches nothing.
 */
export interface LocationFilter {
  readonly types?: ReadonlySet<LocationType>;
  readonly usageTypes?: ReadonlySet<string>;
  readonly serviceCodes?: ReadonlySet<number>;
  readonly workCentreIds?: ReadonlySet<string>;
  readonly accessRestrictionCodes?: ReadonlySet<string>;
  readonly locationTypeCodes?: ReadonlySet<string>;
  /** Postcodes, matched by any address. */
  readonly postcodes?: ReadonlySet<string>;
  /** Delivery point identifiers, matched by any address. */
  readonly deliveryPointIds?: ReadonlySet<string>;
  readonly anyAddressTypes?: ReadonlySet<AddressType | string>;
  readonly allAddressTypes?: ReadonlySet<AddressType | string>;
}

const offers = (location: Location, codes: ReadonlySet<number>) =>
  location.services.some(({ code }) => codes.has(code));

const has = (values: ReadonlySet<string>, value: string | undefined) =>
  value !== undefined && values.has(value);

/** Whether the location meets every criterion of the filter. */
export const matchesLocationFilter = (location: Location, filter: LocationFilter): boolean =>
  (!filter.types || filter.types.has(location.type)) &&
  (!filter.usageTypes || has(filter.usageTypes, location.usageType)) &&
  (!filter.serviceCodes || offers(location, filter.serviceCodes)) &&
  (!filter.workCentreIds || filter.workCentreIds.has(String(location.workCentreId))) &&
  (!filter.accessRestrictionCodes || has(filter.accessRestrictionCodes, location.accessRestrictionCode)) &&
  (!filter.locationTypeCodes || has(filter.locationTypeCodes, location.locationTypeCode)) &&
  matchesAddresses(location, filter);

const matchesAddresses = ({ addresses }: Location, filter: LocationFilter): boolean => {
  const { postcodes, deliveryPointIds, anyAddressTypes, allAddressTypes } = filter;
  return (
    (!postcodes || addresses.some(({ postcode }) => postcodes.has(postcode))) &&
    (!deliveryPointIds || addresses.some((address) => has(deliveryPointIds, address.deliveryPointId))) &&
    (!anyAddressTypes || addresses.some(({ type }) => anyAddressTypes.has(type))) &&
    (!allAddressTypes ||
      [...allAddressTypes].every((wanted) => addresses.some(({ type }) => type === wanted)))
  );
};
