import type { Capability } from '../../shared/domain/capability/capability.ts';
import { dayMilliseconds, formatDate, todayIn } from '../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { datesAt } from '../../shared/domain/location/service-dates.ts';
import { testCodePrefix } from '../../shared/domain/test-code.ts';
import type { OperationalCapability, SparseWorkCentre, WorkCentre } from '../../shared/wire/work-centre.ts';

/**
 * Work centres that show rare cases, so that partners can test their clients. Only sandbox keys can find them, and only
 * by their exact id. They don't appear in lists or exports, and totals don't count them.
 */
export interface TestRecord {
  readonly location: Location;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** Sets values that no stored location can have. */
  readonly adapt?: (shown: WorkCentre | SparseWorkCentre) => WorkCentre | SparseWorkCentre;
  /** Report about the work centre. If absent, the work centre accepts parcels. */
  readonly availability?: WorkCentreAvailability;
}

type WorkCentreAvailability = NonNullable<SparseWorkCentre['availability']>;

/**
 * Returns the test record that has, or formerly had, the id; undefined if there is none. Its dates are relative to
 * `now`.
 */
export const findTestRecord = (id: string, now: Date): TestRecord | undefined => {
  if (!id.startsWith(testCodePrefix)) return undefined;
  const name = id.slice(testCodePrefix.length);
  const present = presentNames.get(name) ?? name;
  const make = Object.hasOwn(records, present) ? records[present] : undefined;
  return make && { capabilityOf, ...make(`${testCodePrefix}${present}`, now) };
};

const codeOf = (name: string) => `${testCodePrefix}${name}`;

/** Current names of renamed records, by former name. */
const presentNames: ReadonlyMap<string, string> = new Map([
  ['MOVED', 'SUCCESSOR'],
  ['MAXIMAL-BEFORE', 'MAXIMAL'],
]);

type MakeRecord = (code: string, now: Date) => Omit<TestRecord, 'capabilityOf'>;

const everyDay = [0, 1, 2, 3, 4, 5, 6] as const;
const daily = (type: 'HOURS' | 'LUNCH' | 'HATCH', startTime: string, endTime: string): HourEntry[] =>
  everyDay.map((weekday) => ({ type, weekday, startTime, endTime }));
const officeHours = daily('HOURS', '09:00', '17:00');
const allDay = daily('HOURS', '00:00', '23:59');

const melbourne = 'Australia/Melbourne';

/** Hours for the day of the request in the record's time zone. */
const today = (now: Date, entry: Pick<HourEntry, 'type' | 'startTime' | 'endTime'>): HourEntry => {
  const date = formatDate(todayIn(melbourne, now) ?? 0);
  return { ...entry, startDate: date, endDate: date };
};

const testAddress: Location['addresses'][0] = {
  type: 'STREET_ADDRESS',
  addressLine1: '1 Test Street',
  suburb: 'MELBOURNE',
  state: 'VIC',
  postcode: '3000',
  countryCode: 'AU',
  countryName: 'Australia',
};

const testLocation = (locationCode: string, name: string, changes: Partial<Location>): Location => ({
  locationCode,
  type: 'PO',
  partnerCode: 'AP',
  name,
  description: 'Test record',
  workCentreId: 999_999_999,
  coordinates: { lat: -37.8136, lon: 144.9631 },
  timeZone: melbourne,
  addresses: [testAddress],
  services: [{ code: counterCode }],
  hours: [],
  ...changes,
});

const withHours =
  (name: string, hours: (now: Date) => HourEntry[], changes: Partial<Location> = {}): MakeRecord =>
  (code, now) => ({ location: testLocation(code, name, { hours: hours(now), ...changes }) });

/** Accepts no parcels for the 24 hours after the request. */
const notAccepting =
  (name: string, reason: WorkCentreAvailability['reason']): MakeRecord =>
  (code, now) => ({
    location: testLocation(code, name, { type: 'UPL', hours: allDay }),
    availability: {
      accepting: false,
      reason,
      until: new Date(now.getTime() + dayMilliseconds).toISOString(),
      as_of: now.toISOString(),
    },
  });

const records: Readonly<Record<string, MakeRecord>> = {
  'CLOSED-TODAY': withHours('Closed today', (now) => [
    ...officeHours,
    today(now, { type: 'SPECIAL_CLOSED' }),
  ]),
  'SHORT-TODAY': withHours('Short hours today', (now) => [
    ...officeHours,
    today(now, { type: 'SPECIAL_HOURS', startTime: '10:00', endTime: '12:00' }),
  ]),
  'ALWAYS-OPEN': withHours('Always open', () => allDay),
  'OVER-MIDNIGHT': withHours('Open past midnight', () => daily('HOURS', '18:00', '02:00')),
  LUNCH: withHours('Closed for lunch', () => [...officeHours, ...daily('LUNCH', '12:30', '13:30')]),
  'NO-HOURS': withHours('Unknown hours', () => []),
  'HALF-HOUR-DST': withHours('Lord Howe Island', () => officeHours, {
    timeZone: 'Australia/Lord_Howe',
    coordinates: { lat: -31.5553, lon: 159.0821 },
  }),
  SUCCESSOR: withHours('Successor', () => officeHours, { formerCodes: [codeOf('MOVED')] }),
  CLOSING: (code, now) => ({
    location: testLocation(code, 'Closes in 30 days', {
      hours: officeHours,
      opensOn: '2009-05-04',
      closesOn: datesAt(new Date(now.getTime() + 30 * dayMilliseconds))(melbourne),
    }),
  }),
  FULL: notAccepting('Full', 'FULL'),
  FAULT: notAccepting('Out of order', 'FAULT'),
  SUSPENDED: notAccepting('Suspended', 'SUSPENDED'),
  SMALL: withHours('Small parcels only', () => officeHours, {
    parcelLimits: { edges: [300, 200, 100], weight: 1000 },
  }),
  'NO-LIMITS': withHours('Unknown limits', () => officeHours, { parcelLimits: {} }),
  MINIMAL: (locationCode) => ({
    location: {
      ...testLocation(locationCode, '', { services: [] }),
      name: undefined,
      addresses: [{ ...testAddress, addressLine1: 'Jetty', suburb: '', state: '', postcode: '' }],
    },
    adapt: withoutCapabilities,
  }),
  MAXIMAL: (locationCode) => ({ location: maximal(locationCode), adapt: withCapabilityLocations }),
};

/** A work centre always has capabilities, although the contract does not require them. */
const withoutCapabilities: TestRecord['adapt'] = (shown) => {
  const { operational_capabilities: _, ...attributes }: SparseWorkCentre['attributes'] & {} =
    shown.attributes ?? {};
  return shown.attributes ? { ...shown, attributes } : shown;
};

/** No capability has its own location yet, although the contract allows it. */
const withCapabilityLocations: TestRecord['adapt'] = (shown) => {
  const { operational_capabilities: capabilities, ...attributes }: SparseWorkCentre['attributes'] & {} =
    shown.attributes ?? {};
  if (!capabilities) return shown;
  const located = capabilities.map((each) =>
    each.attributes ? { ...each, attributes: { ...each.attributes, location: capabilityLocation } } : each,
  );
  return { ...shown, attributes: { ...attributes, operational_capabilities: located } };
};

const capabilityLocation: OperationalCapability['attributes']['location'] = {
  id: codeOf('MAXIMAL'),
  type: 'PO',
  attributes: { lat: -90, lon: -180, name: 'Ōtāhuhu' },
};

/** Scripts that clients must display, including right-to-left text, combining marks and characters beyond 16 bits. */
const scripts =
  'Ōtāhuhu Ελληνικά Кириллица 日本語 한국어 العربية עברית हिन्दी ไทย e\u0301 👩🏽‍🚀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 "<&>\'';

/** Text of exactly this length in code points. */
const textOf = (length: number): string => {
  const points = [...`${scripts} `];
  return Array.from({ length }, (_, index) => points[index % points.length]).join('');
};

const maximalAddress = (type: Location['addresses'][number]['type']): Location['addresses'][number] => ({
  type,
  addressLine1: textOf(120),
  addressLine2: textOf(120),
  addressLine3: textOf(120),
  suburb: textOf(120),
  state: textOf(120),
  postcode: '0000',
  countryCode: 'AQ',
  countryName: textOf(120),
  deliveryPointId: '9'.repeat(120),
  directions: textOf(4000),
});

const maximal = (locationCode: string): Location => {
  const hours = [...officeHours, ...daily('LUNCH', '12:30', '13:30'), ...daily('HATCH', '07:00', '08:00')];
  return testLocation(locationCode, textOf(120), {
    type: 'UPL',
    longName: textOf(4000),
    description: textOf(120),
    directions: textOf(4000),
    phoneNumber: textOf(120),
    faxNumber: textOf(120),
    accessRestrictionCode: textOf(120),
    locationTypeCode: textOf(120),
    coordinates: { lat: -90, lon: -180 },
    timeZone: 'Antarctica/McMurdo',
    addresses: [
      maximalAddress('STREET_ADDRESS'),
      maximalAddress('PARCEL_COLLECT'),
      maximalAddress('COLLECTION_POINT'),
    ],
    services: [{ code: counterCode }, { code: maximalCode }],
    hours,
    formerCodes: [codeOf('MAXIMAL-BEFORE')],
    parcelLimits: { edges: [10_000, 10_000, 10_000], girth: 40_000, weight: 1_000_000 },
  });
};

const counterCode = 1;
const maximalCode = 2_147_483_647;

const counter: Capability = {
  serviceCode: counterCode,
  capabilityId: codeOf('COUNTER'),
  name: 'TEST_COUNTER',
  description: 'Test counter',
  urlName: 'Test%20counter',
  appointmentRequired: false,
  searchable: true,
  serviceOffering: true,
  hoursFrom: 'LOCATION',
  categories: [],
  partnerCode: 'AP',
};

const maximalCapability: Capability = {
  ...counter,
  serviceCode: maximalCode,
  capabilityId: textOf(120),
  description: textOf(120),
  details: textOf(4000),
  appointmentRequired: true,
  serviceOffering: false,
  hoursFrom: 'HATCH',
  categories: Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`.padEnd(120, '0'),
    name: textOf(120),
    description: textOf(2000),
  })),
};

const capabilityOf = (serviceCode: number): Capability | undefined =>
  [counter, maximalCapability].find((each) => each.serviceCode === serviceCode);
