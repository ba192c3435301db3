import type { Capability } from '../../domain/capability/capability.ts';
import { capabilityHours } from '../../domain/location/hours/capability-hours.ts';
import {
  type Address,
  type Location,
  type OfferedService,
  principalAddress,
} from '../../domain/location/location.ts';
import { roundedKilometres } from '../rounded-kilometres.ts';
import { toCapabilityAttributes } from './capability-attributes.ts';
import { type HoursView, toHours } from './hours-view.ts';
import type { OperationalCapability, WorkCentre, WorkCentreAddress } from './work-centre.ts';

/** What a work centre shows beside its location. */
export interface WorkCentreContext {
  /** From the search point, unrounded; 0 where there is none. */
  readonly distanceKm: number;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** The instant from which `current_hours` are reckoned. */
  readonly now: Date;
}

/**
 * The hours of each service that a location offers. Those that services take from the location are the same for all
 * of them, and reckoned once: they are most of the work of showing a work centre.
 */
const hoursAt = (location: Location, now: Date) => {
  const inherited = new Map<Capability['hoursFrom'], HoursView>();
  return (offered: OfferedService, capability: Capability): HoursView => {
    const reckon = () => toHours(capabilityHours(location, offered, capability), location.timeZone, now);
    if (offered.hours?.length) return reckon();
    const view = inherited.get(capability.hoursFrom) ?? reckon();
    inherited.set(capability.hoursFrom, view);
    return view;
  };
};

/** A service code without a capability is not shown: there would be nothing to say of it. */
const toCapabilities = (
  location: Location,
  { capabilityOf, now }: WorkCentreContext,
): OperationalCapability[] => {
  const hoursOf = hoursAt(location, now);
  return location.services.flatMap((offered) => {
    const capability = capabilityOf(offered.code);
    if (capability === undefined) return [];
    return {
      id: capability.capabilityId,
      attributes: { ...toCapabilityAttributes(capability), ...hoursOf(offered, capability) },
    };
  });
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
  },
});

/** A work centre has no directions of its own: the location's stand with the address that stands for it. */
const toAddresses = (location: Location): WorkCentreAddress[] => {
  const principal = principalAddress(location);
  return location.addresses.map((address) =>
    toAddress(address, address.directions ?? (address === principal ? location.directions : undefined)),
  );
};

/** A location as version 3 shows it, in its answers and in the export. */
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
    operational_capabilities: toCapabilities(location, context),
  },
  location: {
    attributes: {
      lat: location.coordinates.lat,
      lon: location.coordinates.lon,
      distance: roundedKilometres(context.distanceKm),
    },
    addresses: toAddresses(location),
  },
});
