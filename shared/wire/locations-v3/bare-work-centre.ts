import type { EveryMember } from '../../domain/every-member.ts';
import { type Address, addressesInOrder, type Location } from '../../domain/location/location.ts';
import type { WorkCentre, WorkCentreAddress } from './work-centre.ts';

const toAddress = (address: Address, directions: string | undefined): WorkCentreAddress => ({
  type: address.type,
  attributes: {
    address_line_1: address.addressLine1,
    address_line_2: address.addressLine2,
    address_line_3: address.addressLine3,
    country_code: address.countryCode,
    country_name: address.countryName,
    directions,
    dpid: address.deliveryPointId ?? '',
    postcode: address.postcode,
    state: address.state,
    suburb: address.suburb,
  } satisfies EveryMember<WorkCentreAddress['attributes']>,
});

/** Maps addresses. A work centre has no directions of its own, so the location's are added to its principal address. */
const toAddresses = (location: Location): WorkCentreAddress[] => {
  const [principal, ...others] = addressesInOrder(location);
  return [
    toAddress(principal, principal.directions ?? location.directions),
    ...others.map((address) => toAddress(address, address.directions)),
  ];
};

/**
 * Maps a location to a version 3 work centre without capabilities and at distance 0. Both come last among their
 * attributes, as work-centre-line.ts cuts the text there.
 */
export const toBareWorkCentre = (location: Location): WorkCentre => ({
  id: location.locationCode,
  type: location.type,
  attributes: {
    business_name: location.name ?? location.description,
    business_long_name: location.longName,
    work_centre_id: String(location.workCentreId),
    phone_number: location.phoneNumber,
    fax_number: location.faxNumber,
    access_restriction_code: location.accessRestrictionCode,
    location_type_code: location.locationTypeCode,
    org_unit_type_description: location.description,
    operational_capabilities: [],
  } satisfies EveryMember<WorkCentre['attributes']>,
  location: {
    attributes: { lat: location.coordinates.lat, lon: location.coordinates.lon, distance: 0 },
    addresses: toAddresses(location),
  },
});
