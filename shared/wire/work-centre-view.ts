import type { Capability } from '../domain/capability/capability.ts';
import type { EveryMember } from '../domain/every-member.ts';
import {
  type Address,
  addressesInOrder,
  type Location,
  servicesInOrder,
} from '../domain/location/location.ts';
import { serviceHours } from './hours-view.ts';
import type { OperationalCapability, WorkCentre, WorkCentreAddress } from './work-centre.ts';

/** Data shown in a work centre beside its location. */
export interface WorkCentreContext {
  /** Distance from the search point in kilometres, unrounded; 0 without one. */
  readonly distanceKm: number;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** Time from which the days of `current_hours` count. */
  readonly now: Date;
}

/** Maps a location to a work centre of version 3. The distance is rounded to the metre. */
export const toWorkCentre = (location: Location, context: WorkCentreContext): WorkCentre => ({
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
    operational_capabilities: toOfferedCapabilities(location, context),
  } satisfies EveryMember<WorkCentre['attributes']>,
  location: {
    attributes: {
      lat: location.coordinates.lat,
      lon: location.coordinates.lon,
      distance: Math.round(context.distanceKm * 1000) / 1000,
    },
    addresses: toAddresses(location),
  },
});

/** Attributes of a capability wherever it is shown: all but its hours and its place at a work centre. */
type CapabilityAttributes = EveryMember<
  Omit<OperationalCapability['attributes'], 'current_hours' | 'standard_hours' | 'location'>
>;

/** Maps a capability to the attributes that version 3 shows, in the list of capabilities and in work centres. */
export const toCapabilityAttributes = (capability: Capability): CapabilityAttributes => ({
  name: capability.description,
  description: capability.details,
  appointment_required: capability.appointmentRequired ? 'true' : 'false',
  service_offering: capability.serviceOffering,
  categories: capability.categories.map(({ id, name }) => ({ id, name })),
});

/** Maps the services of a location. A service without a capability is left out, because nothing is known of it. */
const toOfferedCapabilities = (
  location: Location,
  { capabilityOf, now }: WorkCentreContext,
): OperationalCapability[] => {
  const hoursOf = serviceHours(location, now);
  return servicesInOrder(location).flatMap((service) => {
    const capability = capabilityOf(service.code);
    if (!capability) return [];
    const attributes = { ...toCapabilityAttributes(capability), ...hoursOf(service, capability) };
    return { id: capability.capabilityId, attributes };
  });
};

/** Maps addresses. A work centre has no directions of its own, so the location's are added to its principal address. */
const toAddresses = (location: Location): WorkCentreAddress[] => {
  const [principal, ...others] = addressesInOrder(location);
  return [
    toAddress(principal, principal.directions ?? location.directions),
    ...others.map((address) => toAddress(address, address.directions)),
  ];
};

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
