import type { Capability } from '../domain/capability/capability.ts';
import type { EveryMember } from '../domain/every-member.ts';
import { invalidEntries } from '../domain/location/hours/checks.ts';
import { currentHours, type OpeningEntries, standardHours } from '../domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../domain/location/hours/schedules.ts';
import {
  type Address,
  addressesInOrder,
  type Location,
  type OfferedService,
  servicesInOrder,
} from '../domain/location/location.ts';
import type {
  OperationalCapability,
  SparseWorkCentre,
  WorkCentre,
  WorkCentreAddress,
} from './work-centre.ts';

/** Data for a work centre that does not come from its location. */
export interface WorkCentreContext {
  /** Distance from the search point in kilometres, unrounded; 0 if there is no search point. */
  readonly distanceKm: number;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** Current time, which determines the days of `current_hours`. */
  readonly now: Date;
}

/** Maps a location to a v3 work centre. The distance is rounded to the metre. */
export const toWorkCentre = (location: Location, context: WorkCentreContext): WorkCentre => ({
  id: location.locationCode,
  type: location.type,
  attributes: {
    ...toPlainAttributes(location),
    operational_capabilities: toOfferedCapabilities(location, context),
  } satisfies EveryMember<WorkCentre['attributes']>,
  location: { attributes: toPosition(location, context), addresses: toAddresses(location) },
});

/** Members of a work centre to show, in addition to `id` and `type`. */
export interface WorkCentreSelection {
  readonly attributes: ReadonlySet<WorkCentreAttribute>;
  /** Parts of each capability to show. */
  readonly capabilities: 'none' | 'id' | 'all';
  readonly position: boolean;
  readonly addresses: boolean;
}

export type WorkCentreAttribute = keyof WorkCentre['attributes'];

/** Members that are shown only on request. Each function returns undefined if there is nothing to show. */
export interface ExtraMembers {
  /** Members next to `attributes` and `location` in a work centre, by name. */
  readonly ofWorkCentre: Readonly<Record<string, (location: Location) => unknown>>;
  /** Members next to `attributes` in a capability, by name. */
  readonly ofCapability: Readonly<
    Record<string, (location: Location, offered: OfferedCapability) => unknown>
  >;
}

/** A service that a location offers, with its capability. */
export interface OfferedCapability {
  readonly service: OfferedService;
  readonly capability: Capability;
}

/**
 * Maps a location to the selected members of a work centre, in the order of `toWorkCentre`, followed by the extra
 * members. Builds nothing else.
 */
export const toSparseWorkCentre = (
  location: Location,
  context: WorkCentreContext,
  selection: WorkCentreSelection,
  extras: ExtraMembers,
): SparseWorkCentre => {
  const { attributes, capabilities, position, addresses } = selection;
  const plain = Object.entries(toPlainAttributes(location)).filter(([name]) =>
    attributes.has(name as WorkCentreAttribute),
  );
  const capabilityExtras = Object.entries(extras.ofCapability);
  const showsCapabilities = capabilities !== 'none' || capabilityExtras.length > 0;
  return {
    id: location.locationCode,
    type: location.type,
    ...((attributes.size > 0 || showsCapabilities) && {
      attributes: {
        ...Object.fromEntries(plain),
        ...(showsCapabilities && {
          operational_capabilities: toSparseCapabilities(
            location,
            context,
            capabilities === 'all',
            extras.ofCapability,
          ),
        }),
      },
    }),
    ...((position || addresses) && {
      location: {
        ...(position && { attributes: toPosition(location, context) }),
        ...(addresses && { addresses: toAddresses(location) }),
      },
    }),
    ...Object.fromEntries(Object.entries(extras.ofWorkCentre).map(([name, of]) => [name, of(location)])),
  };
};

const toPlainAttributes = (
  location: Location,
): EveryMember<Omit<WorkCentre['attributes'], 'operational_capabilities'>> => ({
  business_name: location.name ?? location.description,
  business_long_name: location.longName,
  work_centre_id: String(location.workCentreId),
  phone_number: location.phoneNumber,
  fax_number: location.faxNumber,
  access_restriction_code: location.accessRestrictionCode,
  location_type_code: location.locationTypeCode,
  org_unit_type_description: location.description,
});

const toPosition = ({ coordinates }: Location, { distanceKm }: WorkCentreContext) => ({
  lat: coordinates.lat,
  lon: coordinates.lon,
  distance: Math.round(distanceKm * 1000) / 1000,
});

type Attributes = OperationalCapability['attributes'];
type HoursView = Pick<Attributes, 'current_hours' | 'standard_hours'>;

/** Maps a capability to its attributes in version 3, except its hours and its location at a work centre. */
export const toCapabilityAttributes = (
  capability: Capability,
): EveryMember<Omit<Attributes, keyof HoursView | 'location'>> => ({
  name: capability.description,
  description: capability.details,
  appointment_required: capability.appointmentRequired ? 'true' : 'false',
  service_offering: capability.serviceOffering,
  categories: capability.categories.map(({ id, name }) => ({ id, name })),
});

/**
 * Returns the services of a location that have a capability. Other services are omitted, because nothing is known about
 * them.
 */
const offeredCapabilities = (
  location: Location,
  { capabilityOf }: WorkCentreContext,
): readonly OfferedCapability[] =>
  servicesInOrder(location).flatMap((service) => {
    const capability = capabilityOf(service.code);
    return capability ? { service, capability } : [];
  });

const toOfferedCapabilities = (location: Location, context: WorkCentreContext): OperationalCapability[] => {
  const hoursOf = serviceHours(location, context.now);
  return offeredCapabilities(location, context).map(({ service, capability }) => {
    const attributes = { ...toCapabilityAttributes(capability), ...hoursOf(service, capability) };
    return { id: capability.capabilityId, attributes };
  });
};

/** Maps the capabilities of a location to their ids, with their attributes if `whole`, and with the extra members. */
const toSparseCapabilities = (
  location: Location,
  context: WorkCentreContext,
  whole: boolean,
  extras: ExtraMembers['ofCapability'],
) => {
  const offered = offeredCapabilities(location, context);
  const shown = whole
    ? toOfferedCapabilities(location, context)
    : offered.map(({ capability }) => ({ id: capability.capabilityId }));
  return shown.map((each, position) => {
    const found = offered[position];
    const more = Object.entries(extras).map(([name, of]) => [name, found && of(location, found)]);
    return { ...each, ...Object.fromEntries(more) };
  });
};

/**
 * Creates a function that returns the hours of a service at the location: the usual week, and seven days from `now`.
 * Hours inherited from the location are computed once, and the services that inherit them share one object.
 */
const serviceHours = (location: Pick<Location, 'hours' | 'timeZone'>, now: Date) => {
  const inherited = new Map<Capability['hoursFrom'], HoursView>();
  return (offered: OfferedService, capability: Pick<Capability, 'hoursFrom'>): HoursView => {
    const compute = () => toHours(capabilityHours(location, offered, capability), location.timeZone, now);
    if (offered.hours?.length) return compute();
    const view = inherited.get(capability.hoursFrom) ?? compute();
    inherited.set(capability.hoursFrom, view);
    return view;
  };
};

/**
 * Builds the usual hours, and the hours for seven days from `now` in the time zone. Both are absent if there are no
 * entries, or if there are invalid entries but no openings, because the location may be open at unknown times. If the
 * time zone is unknown, only `current_hours` is absent.
 */
const toHours = (hours: OpeningEntries | undefined, timeZone: string, now: Date): HoursView => {
  if (hours === undefined) return {};
  const current = currentHours(hours, timeZone, now);
  const standard = standardHours(hours);
  const isClosed = standard.length === 0 && !current.some(({ open }) => open);
  const { entries, ofLocation = [] } = hours;
  if (isClosed && invalidEntries([...entries, ...ofLocation]).length > 0) return {};
  return {
    ...(current.length > 0 && { current_hours: { periods: [...current] } }),
    standard_hours: { periods: [...standard] },
  };
};

/** Maps addresses. Work centres have no directions, so the location's directions are added to the principal address. */
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
