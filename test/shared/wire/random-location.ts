import * as fc from 'fast-check';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { type HourEntry, hourTypes } from '../../../shared/domain/location/hours/entries.ts';
import { type Address, addressTypes, type Location } from '../../../shared/domain/location/location.ts';
import { place } from '../spatial/places.ts';

/** Strings with characters that JSON escapes, and with line separators. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '\t', '\\t', '"', '\\"', '}}', '\n', '\u2028', '\ud800', 'Ærø "Nord"\t'),
);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const times = fc.constantFrom('00:00', '08:30', '09:00', '12:00', '12:45', '17:00', '23:59');
const dates = fc.constantFrom(
  '28/02/2026',
  '01/03/2026',
  '04/04/2026',
  '05/04/2026',
  '03/10/2026',
  '04/10/2026',
);

const hourEntries: fc.Arbitrary<HourEntry> = fc.record(
  {
    type: fc.constantFrom(...hourTypes),
    weekday: fc.nat({ max: 6 }),
    startTime: times,
    endTime: times,
    startDate: dates,
    endDate: dates,
  },
  { requiredKeys: ['type'] },
);

const addresses: fc.Arbitrary<Address> = fc.record({
  type: fc.constantFrom(...addressTypes),
  addressLine1: texts,
  addressLine2: optional(texts),
  addressLine3: optional(texts),
  suburb: texts,
  state: texts,
  postcode: fc.constantFrom('', '0800', '3000'),
  countryCode: fc.constantFrom('AU', 'NF'),
  countryName: texts,
  deliveryPointId: optional(texts),
  directions: optional(texts),
});

/** A few service codes, so that some exist and some are offered twice. */
const serviceCodes = fc.constantFrom(-1, 0, 1, 2, 3, 4, 424_242, 2_147_483_647);

/** Valid zones (extreme and half-hour offsets, with and without daylight saving time) and invalid zones. */
const timeZones = fc.constantFrom(
  'UTC',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Havana',
  'Nowhere/Land',
);

const services = fc.array(
  fc.record(
    { code: serviceCodes, hours: fc.array(hourEntries, { maxLength: 6 }) },
    { requiredKeys: ['code'] },
  ),
  { maxLength: 6 },
);

export const locations: fc.Arbitrary<Location> = fc.record({
  locationCode: fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/),
  type: fc.constantFrom('PO', 'UPL', 'R_SPB'),
  partnerCode: texts,
  name: optional(texts),
  longName: optional(texts),
  description: texts,
  directions: optional(texts),
  phoneNumber: optional(texts),
  faxNumber: optional(texts),
  hatchDescription: optional(texts),
  workCentreId: fc.nat({ max: 999_999_999 }),
  deliveryPointId: optional(fc.nat({ max: 999_999_999 })),
  usageType: fc.constantFrom(undefined, '1', '2'),
  accessRestrictionCode: optional(texts),
  locationTypeCode: optional(texts),
  coordinates: place,
  timeZone: timeZones,
  addresses: fc
    .tuple(addresses, fc.array(addresses, { maxLength: 2 }))
    .map(([first, others]): [Address, ...Address[]] => [first, ...others]),
  services,
  hours: fc.array(hourEntries, { maxLength: 8 }),
});

const capabilityOf = (serviceCode: number): fc.Arbitrary<Capability> =>
  fc.record({
    serviceCode: fc.constant(serviceCode),
    capabilityId: texts,
    name: texts,
    description: texts,
    details: optional(texts),
    urlName: texts,
    appointmentRequired: fc.boolean(),
    searchable: fc.boolean(),
    serviceOffering: fc.boolean(),
    hoursFrom: fc.constantFrom(undefined, 'LOCATION', 'HATCH'),
    categories: fc.array(fc.record({ id: texts, name: texts, description: texts }), { maxLength: 2 }),
    partnerCode: texts,
  });

/** Capabilities for some of the codes, with every possible attribute. */
export const capabilitiesOf = (codes: readonly number[]): fc.Arbitrary<Capability[]> =>
  fc.subarray([...codes]).chain((chosen) => fc.tuple(...chosen.map(capabilityOf)));

export const networks = fc
  .uniqueArray(locations, { selector: ({ locationCode }) => locationCode, maxLength: 12 })
  .chain((network) => {
    const ordered = network.toSorted((one, other) => byCodeUnit(one.locationCode, other.locationCode));
    const codes = [...new Set(network.flatMap(({ services }) => services.map(({ code }) => code)))];
    return fc.record({ network: fc.constant(ordered), capabilities: capabilitiesOf(codes) });
  });

/** Times around the dates of the random special entries. */
export const requestedTimes = fc.record({
  time: fc
    .constantFrom('2026-02-28', '2026-03-01', '2026-04-05', '2026-10-04')
    .chain((day) => fc.nat({ max: 1439 }).map((minute) => Date.parse(`${day}T00:00Z`) + minute * 60_000)),
  isLocal: fc.boolean(),
});
