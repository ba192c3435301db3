import * as fc from 'fast-check';
import type { LocationFilter } from '../../../../../shared/domain/location/catalogue/filter.ts';
import { type Address, addressTypes, type Location } from '../../../../../shared/domain/location/location.ts';
import { locationTypes } from '../../../../../shared/domain/location/location-types.ts';
import { place } from '../../../spatial/places.ts';

const postcodes = ['0800', '2000', '3000', '3001'];
const deliveryPointIds = ['11', '22', '33'];
const serviceCodes = [1, 2, 3, 4];

const addresses: fc.Arbitrary<Address> = fc.record({
  type: fc.constantFrom(...addressTypes),
  addressLine1: fc.constant('1 Main Street'),
  suburb: fc.constant(''),
  state: fc.constant(''),
  postcode: fc.constantFrom(...postcodes),
  countryCode: fc.constant('AU'),
  countryName: fc.constant('Australia'),
  deliveryPointId: fc.option(fc.constantFrom(...deliveryPointIds), { nil: undefined }),
});

const locations: fc.Arbitrary<Location> = fc.record({
  // Codes of mixed case and length, whose dictionary order differs from their order by code unit.
  locationCode: fc.stringMatching(/^[a-bA-B0-1_-]{1,3}$/),
  type: fc.constantFrom(...locationTypes),
  partnerCode: fc.constant('AP'),
  description: fc.constant(''),
  workCentreId: fc.nat({ max: 5 }),
  deliveryPointId: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  usageType: fc.constantFrom(undefined, '1', '2'),
  accessRestrictionCode: fc.constantFrom(undefined, 'AL', 'RD'),
  locationTypeCode: fc.constantFrom(undefined, 'GL', 'HN'),
  // Converts -0 to 0, as storing does.
  coordinates: place.map(({ lat, lon }) => ({ lat: lat + 0, lon: lon + 0 })),
  timeZone: fc.constant('Australia/Sydney'),
  addresses: fc
    .tuple(addresses, fc.array(addresses, { maxLength: 2 }))
    .map(([first, others]): [Address, ...Address[]] => [first, ...others]),
  services: fc.array(fc.record({ code: fc.constantFrom(...serviceCodes) }), { maxLength: 3 }),
  hours: fc.constant([]),
});

export const networks = fc.array(locations, { maxLength: 120, size: 'max' });

const someOf = <Value>(...values: Value[]) => fc.subarray(values).map((chosen) => new Set(chosen));

/** Filters whose criteria are absent, empty, or have values that exist or do not exist in the network. */
const filters: fc.Arbitrary<LocationFilter> = fc.record(
  {
    types: someOf(...locationTypes),
    usageTypes: someOf('1', '2', '3'),
    serviceCodes: someOf(...serviceCodes, 99),
    workCentreIds: someOf('0', '1', '2', '99'),
    accessRestrictionCodes: someOf('AL', 'RD', 'UD'),
    locationTypeCodes: someOf('GL', 'HN', 'MY'),
    postcodes: someOf(...postcodes, '9999'),
    deliveryPointIds: someOf(...deliveryPointIds, '99'),
    addressTypes: someOf(...addressTypes, 'UNKNOWN'),
    allAddressTypes: someOf(...addressTypes),
  } satisfies Partial<Record<keyof LocationFilter, unknown>>,
  { requiredKeys: [] },
);

/** Filters that often have no criteria or one, because several criteria leave too few locations to sort. */
export const sparingFilters = fc.oneof(
  fc.constant<LocationFilter>({}),
  fc.record<LocationFilter>({ types: someOf(...locationTypes) }),
  filters,
);

/** Limits of results, which are often lower than the number of matches. */
export const limits = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 130 }));

export const radii = fc.oneof(fc.nat({ max: 1000 }), fc.constantFrom(0, 1, 50, 1000, 20_038));
