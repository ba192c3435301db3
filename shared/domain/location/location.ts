import * as z from 'zod/mini';
import { hourEntry, isoDate } from './hours/entries.ts';
import { locationTypes } from './location-types.ts';
import { type ParcelLimits, parcelLimits } from './parcel.ts';

export const locationType = z.enum(locationTypes);
export type LocationType = z.infer<typeof locationType>;

/** Who may use a parcel locker: `1` anyone, `2` only registered users. */
export const usageTypes = ['1', '2'] as const;

export const locationCodePattern = /^[A-Za-z0-9_-]{1,40}$/;

/** Format of postcodes: four digits, with leading zeros. */
export const postcodePattern = /^[0-9]{4}$/;

/** Maximum identifier of a work centre or delivery point, which has nine digits. */
export const maxIdentifier = 999_999_999;

export const addressTypes = ['STREET_ADDRESS', 'PARCEL_COLLECT', 'COLLECTION_POINT'] as const;

const address = z.object({
  type: z.enum(addressTypes),
  addressLine1: z.string(),
  addressLine2: z.optional(z.string()),
  addressLine3: z.optional(z.string()),
  suburb: z.string(),
  state: z.string(),
  postcode: z.union([z.string().check(z.regex(postcodePattern)), z.literal('')]),
  /** ISO 3166 code of two letters. */
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  countryName: z.string(),
  deliveryPointId: z.optional(z.string()),
  directions: z.optional(z.string()),
});
export type Address = z.infer<typeof address>;

/** A service that a location offers. `hours` is set only if they differ from the hours that the capability implies. */
const offeredService = z.object({
  code: z.int32(),
  hours: z.optional(z.array(hourEntry)),
});
export type OfferedService = z.infer<typeof offeredService>;

/** WGS 84 coordinates in degrees. */
const coordinates = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
});
export type Coordinates = z.infer<typeof coordinates>;

/**
 * One outlet or facility of the network. This is the canonical record for a v2 point and a v3 work centre, and the
 * shape of rows in the locations table and of published records.
 */
export const location = z.object({
  locationCode: z.string().check(z.regex(locationCodePattern)),
  type: locationType,
  partnerCode: z.string(),
  name: z.optional(z.string()),
  longName: z.optional(z.string()),
  description: z.string(),
  directions: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  faxNumber: z.optional(z.string()),
  hatchDescription: z.optional(z.string()),
  workCentreId: z.int().check(z.minimum(0), z.maximum(maxIdentifier)),
  deliveryPointId: z.optional(z.int().check(z.minimum(0), z.maximum(maxIdentifier))),
  usageType: z.optional(z.enum(usageTypes)),
  accessRestrictionCode: z.optional(z.string()),
  locationTypeCode: z.optional(z.string()),
  coordinates,
  /** IANA name of the time zone. */
  timeZone: z.string(),
  addresses: z.tuple([address], address),
  services: z.array(offeredService),
  hours: z.array(hourEntry),
  /** Codes of the locations that this location has replaced. */
  formerCodes: z.optional(z.array(z.string().check(z.regex(locationCodePattern)))),
  /** First and last local date on which the location is published. */
  opensOn: z.optional(isoDate),
  closesOn: z.optional(isoDate),
  /** Date on which someone last confirmed the hours. Not published. */
  hoursConfirmedOn: z.optional(isoDate),
  /**
   * In the tables, the location's own limits. In a published record, the limits of its type if it has none of its own.
   */
  parcelLimits: z.optional(parcelLimits),
});
export type Location = z.infer<typeof location>;

/** Returns the address to show if there is room for only one: the first street address, otherwise the first address. */
export const principalAddress = ({ addresses }: Location): Address =>
  addresses.find(({ type }) => type === 'STREET_ADDRESS') ?? addresses[0];

/** Returns a location's delivery point identifier: its own, or its principal address's if that has 1 to 9 digits. */
export const deliveryPointIdOf = (location: Location): number | undefined => {
  const { deliveryPointId: ofAddress = '' } = principalAddress(location);
  return location.deliveryPointId ?? (/^[0-9]{1,9}$/.test(ofAddress) ? Number(ofAddress) : undefined);
};

/**
 * Returns the addresses in the version 3 format. The principal address comes first, with the location's delivery point
 * identifier if the address has none. The others follow in file order.
 */
export const addressesInOrder = (location: Location): Location['addresses'] => {
  const principal = principalAddress(location);
  const deliveryPointId = principal.deliveryPointId ?? location.deliveryPointId?.toString();
  return [
    { ...principal, ...(deliveryPointId !== undefined && { deliveryPointId }) },
    ...location.addresses.filter((address) => address !== principal),
  ];
};

/** Returns who may use a parcel locker; undefined for any other type of location. */
export const usageTypeOf = ({ type, usageType }: Location): Location['usageType'] =>
  type === 'UPL' ? usageType : undefined;

/** Returns the services of a location, ordered by code. */
export const servicesInOrder = ({ services }: Location): readonly OfferedService[] =>
  services.toSorted((one, other) => one.code - other.code);

/** Returns the location with the parcel limits of its type. Limits of its own are kept, even if they are empty. */
export const withLimitsOfType = (
  location: Location,
  limitsOfType: ReadonlyMap<LocationType, ParcelLimits>,
): Location => {
  const parcelLimits = location.parcelLimits ?? limitsOfType.get(location.type);
  return parcelLimits ? { ...location, parcelLimits } : location;
};
