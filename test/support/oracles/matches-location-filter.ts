import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

const offers = (location: Location, codes: ReadonlySet<number | string>) =>
  location.services.some(({ code }) => codes.has(code));

const has = (values: ReadonlySet<string | number>, value: string | undefined) =>
  value !== undefined && values.has(value);

const met = (
  location: Location,
  filter: LocationFilter,
): Readonly<Partial<Record<keyof LocationFilter, boolean>>> => {
  const { addresses, type } = location;
  const principal = addresses.find((address) => address.type === 'STREET_ADDRESS') ?? addresses[0];
  const ofLocation = location.deliveryPointId?.toString();
  const { postcodes, deliveryPointIds, addressTypes, allAddressTypes } = filter;
  return {
    types: !filter.types || filter.types.has(type),
    usageTypes: !filter.usageTypes || (type === 'UPL' && has(filter.usageTypes, location.usageType)),
    serviceCodes: !filter.serviceCodes || offers(location, filter.serviceCodes),
    workCentreIds: !filter.workCentreIds || filter.workCentreIds.has(String(location.workCentreId)),
    accessRestrictionCodes:
      !filter.accessRestrictionCodes || has(filter.accessRestrictionCodes, location.accessRestrictionCode),
    locationTypeCodes: !filter.locationTypeCodes || has(filter.locationTypeCodes, location.locationTypeCode),
    postcodes: !postcodes || addresses.some(({ postcode }) => postcodes.has(postcode)),
    deliveryPointIds:
      !deliveryPointIds ||
      addresses.some((address) =>
        has(deliveryPointIds, address.deliveryPointId ?? (address === principal ? ofLocation : undefined)),
      ),
    addressTypes: !addressTypes || addresses.some((address) => addressTypes.has(address.type)),
    allAddressTypes:
      !allAddressTypes ||
      [...allAddressTypes].every((wanted) => addresses.some((address) => address.type === wanted)),
  };
};

/** Plain definition of what the sets of rows of searches must contain. Throws for unknown filters. */
export const matchesLocationFilter = (location: Location, filter: LocationFilter): boolean => {
  const criteria = met(location, filter);
  const unknown = Object.keys(filter).find((name) => !(name in criteria));
  if (unknown !== undefined) throw new Error(`the plain definition does not know the filter ${unknown}`);
  return Object.values(criteria).every((isMet) => isMet);
};
