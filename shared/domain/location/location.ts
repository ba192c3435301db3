import * as z from 'zod';
import { hourEntry } from './hours/hour-entry.ts';
import { locationTypes } from './location-types.ts';

/** One of the kinds of place. */
export const locationType = z.enum(locationTypes);
export type LocationType = z.infer<typeof locationType>;

/** Who may use a parcel locker: `1` anybody, `2` registered users only. */
export const usageTypes = ['1', '2'] as const;

/** What location codes consist of. */
export const locationCodePattern = /^[A-Za-z0-9_-]{1,40}$/;

/** Postcodes are text: four digits, leading zero kept. */
export const postcodePattern = /^[0-9]{4}$/;

/** Identifiers of work centres and delivery points have nine digits at most. */
export const largestIdentifier = 999_999_999;

/** The kinds of address a location can have. */
export const addressTypes = ['STREET_ADDRESS', 'PARCEL_COLLECT', 'COLLECTION_POINT'] as const;
/** One of the kinds of address. */
export const addressType = z.enum(addressTypes);
export type AddressType = z.infer<typeof addressType>;

// Lazy, as all of these: functions that only show what was published never parse a record, and making the schemas of one
// is a part of a cold start.
const address = z.lazy(() =>
  z.object({
    type: addressType,
    addressLine1: z.string(),
    addressLine2: z.string().optional(),
    addressLine3: z.string().optional(),
    suburb: z.string(),
    state: z.string(),
    postcode: z.string().regex(postcodePattern).or(z.literal('')),
    /** Two letters, ISO 3166. */
    countryCode: z.string().regex(/^[A-Z]{2}$/),
    countryName: z.string(),
    deliveryPointId: z.string().optional(),
    directions: z.string().optional(),
  }),
);
export type Address = z.infer<typeof address>;

/** A service that a location offers; `hours` only where they differ from what the capability says. */
const offeredService = z.lazy(() =>
  z.object({
    code: z.int32(),
    hours: z.array(hourEntry).optional(),
  }),
);
export type OfferedService = z.infer<typeof offeredService>;

/** WGS 84, degrees. */
const coordinates = z.lazy(() =>
  z.object({
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
  }),
);
export type Coordinates = z.infer<typeof coordinates>;

/**
 * One outlet or facility of the network: the canonical record behind a v2 point and a v3 work centre.
 * It is the shape of a row of the locations table and of a record of the published catalogue.
 */
export const location = z.lazy(() =>
  z.object({
    locationCode: z.string().regex(locationCodePattern),
    type: locationType,
    partnerCode: z.string(),
    name: z.string().optional(),
    longName: z.string().optional(),
    description: z.string(),
    directions: z.string().optional(),
    phoneNumber: z.string().optional(),
    faxNumber: z.string().optional(),
    hatchDescription: z.string().optional(),
    workCentreId: z.int().min(0).max(largestIdentifier),
    deliveryPointId: z.int().min(0).max(largestIdentifier).optional(),
    usageType: z.enum(usageTypes).optional(),
    accessRestrictionCode: z.string().optional(),
    locationTypeCode: z.string().optional(),
    coordinates,
    /** IANA name. */
    timeZone: z.string(),
    addresses: z.tuple([address], address),
    services: z.array(offeredService),
    hours: z.array(hourEntry),
  }),
);
export type Location = z.infer<typeof location>;

/** The address that stands for the location where only one fits: its first street address, else its first. */
export const principalAddress = (of: Location): Address =>
  of.addresses.find((candidate) => candidate.type === 'STREET_ADDRESS') ?? of.addresses[0];
