import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { workCentre } from '../../../shared/wire/work-centre.ts';
import { toWorkCentre, type WorkCentreContext } from '../../../shared/wire/work-centre-view.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { recordOf } from '../../support/fixture/fixture-oracle.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { capabilitiesOf, locations } from './random-location.ts';

const textOf = (location: Location, context: WorkCentreContext): string =>
  JSON.stringify(toWorkCentre(location, context));

const lookedUp = (capabilities: readonly Capability[]) => (code: number) =>
  capabilities.find(({ serviceCode }) => serviceCode === code);

const instants = fc.date({
  min: new Date('2026-02-20T00:00:00Z'),
  max: new Date('2026-10-12T00:00:00Z'),
  noInvalidDate: true,
});
const distances = fc.oneof(fc.constant(0), evenlyBetween(0, 20_038));

describe('a work centre', () => {
  it('satisfies the contract for any location', async () => {
    await fc.assert(
      fc.property(
        locations,
        capabilitiesOf([-1, 0, 1, 2, 3, 4]),
        distances,
        instants,
        (location, capabilities, distanceKm, now) => {
          const context = { distanceKm, capabilityOf: lookedUp(capabilities), now };
          const text = textOf(location, context);
          expect(workCentre.parse(JSON.parse(text))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Australia/Sydney', '2026-03-02T13:00:00Z', '2026-03-03T12:59:59.999Z'],
    // Days of 25 and 23 hours, because clocks go back and forward.
    ['Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-05T13:59:59.999Z'],
    ['Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-04T12:59:59.999Z'],
    // Clocks change by half an hour, in a zone with an offset in half hours.
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59.999Z'],
    // Clocks go back from one o'clock to midnight.
    ['America/Havana', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z'],
  ])('starts its current hours with the local day in %s, which begins at %s', (timeZone, first, last) => {
    const location = postOffice(1, { timeZone });
    const capabilityOf = lookedUp([aCapability(1)]);
    const at = (instant: number) => textOf(location, { distanceKm: 0, capabilityOf, now: new Date(instant) });
    const [begins, ends] = [Date.parse(first), Date.parse(last)];
    const during = at(begins);
    expect(at(ends)).toBe(during);
    expect(at(begins - 1)).not.toBe(during);
    expect(at(ends + 1)).not.toBe(during);
    expect(at(begins)).toBe(during);
  });
});

describe('the hours of a service', () => {
  const hoursOf = (
    hours: HourEntry[],
    hoursFrom: Capability['hoursFrom'] = 'LOCATION',
    own?: HourEntry[],
  ) => {
    const location = postOffice(1, { timeZone: 'UTC', hours, services: [{ code: 1, hours: own }] });
    const capabilityOf = () => ({ ...aCapability(1), hoursFrom });
    const [service] =
      toWorkCentre(location, { distanceKm: 0, capabilityOf, now: new Date('2026-03-02T12:00:00Z') })
        .attributes.operational_capabilities ?? [];
    return service?.attributes;
  };
  const monday: HourEntry = { type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '17:30' };
  const closed = ['TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map((day) => ({ day, type: 'CLOSED' }));
  const period = { open: { hour: 9, minute: 0 }, close: { hour: 17, minute: 30 } };

  it('contain seven days from today and the usual week, in the order of the contract', () => {
    const { current_hours, standard_hours } = hoursOf([monday]) ?? {};
    const expected = {
      current_hours: { periods: [{ day: 'MON', type: 'HOURS', ...period }, ...closed] },
      standard_hours: { periods: [{ day: 'MON', ...period }] },
    };
    expect(JSON.stringify({ current_hours, standard_hours })).toBe(JSON.stringify(expected));
    expect(Object.keys(hoursOf([monday]) ?? {}).slice(-2)).toEqual(['current_hours', 'standard_hours']);
  });

  it.each([
    ['without entries', undefined, []],
    ['if invalid entries leave no opening', 'LOCATION', [{ ...monday, endTime: '09:00' }]],
    [
      'if entries start and end at midnight',
      'LOCATION',
      [{ ...monday, startTime: '00:00', endTime: '00:00' }],
    ],
  ] satisfies [string, Capability['hoursFrom'], HourEntry[]][])(
    'are absent %s',
    (_when, hoursFrom, hours) => {
      expect(hoursOf(hours, hoursFrom)).not.toHaveProperty('current_hours');
      expect(hoursOf(hours, hoursFrom)).not.toHaveProperty('standard_hours');
    },
  );
});

describe('a work centre from the fixture', () => {
  const context: WorkCentreContext = {
    distanceKm: 0,
    capabilityOf: lookedUp(fixtureNetwork.services.map((line) => capabilityRecord.parse(line))),
    // Friday, 20 December 2030, 23:30 in UTC: Saturday morning on Norfolk Island.
    now: new Date('2030-12-20T23:30:00Z'),
  };
  const outlet = locationRecord.parse(recordOf('900030_PO'));
  const shown = (location: Location, ofRequest: Partial<WorkCentreContext> = {}) =>
    workCentre.parse(JSON.parse(textOf(location, { ...context, ...ofRequest })));
  const capabilitiesShown = (location: Location) => shown(location).attributes.operational_capabilities ?? [];
  const at = (hour: number, minute = 0) => ({ hour, minute });

  it('has current hours from today in the time zone of the location, with special dates', () => {
    const [billPayment] = capabilitiesShown(outlet);
    const usual = (day: string) => [
      { day, type: 'HOURS', open: at(9), close: at(12, 30) },
      { day, type: 'HOURS', open: at(13, 15), close: at(17) },
    ];
    expect(billPayment?.attributes.current_hours?.periods).toEqual([
      { day: 'SAT', type: 'HOURS', open: at(9), close: at(12, 30) },
      { day: 'SUN', type: 'CLOSED' },
      ...usual('MON'),
      { day: 'TUE', type: 'SPECIAL_HOURS', open: at(10), close: at(14) },
      { day: 'WED', type: 'SPECIAL_CLOSED' },
      { day: 'THU', type: 'SPECIAL_CLOSED' },
      ...usual('FRI'),
    ]);
  });

  it('has no current hours in an unknown time zone', () => {
    const [billPayment] = capabilitiesShown({ ...outlet, timeZone: 'Nowhere/Land' });
    expect(billPayment?.attributes.current_hours).toBeUndefined();
    expect(billPayment?.attributes.standard_hours?.periods).toHaveLength(11);
  });

  it('omits services without a capability', () => {
    const offered = capabilitiesShown({ ...outlet, services: [{ code: 1 }, { code: 424_242 }] });
    expect(offered.map(({ id }) => id)).toEqual(['BILL_PAYMENT']);
  });

  it('has the distance rounded to the metre', () => {
    const distanceOf = (distanceKm: number) => shown(outlet, { distanceKm }).location.attributes.distance;
    expect([1.23449, 1.2345001, 0.0004, 1000].map(distanceOf)).toEqual([1.234, 1.235, 0, 1000]);
  });
});

const outlet = locationRecord.parse(recordOf('900030_PO'));
const plain = { distanceKm: 0, capabilityOf: () => undefined, now: new Date('2026-03-02T12:00:00Z') };

const directionsOf = (location: Location) =>
  toWorkCentre(location, plain).location.addresses.map(({ attributes }) => attributes.directions);

it('prefers the directions of an address to those of the location', () => {
  expect(directionsOf({ ...outlet, directions: 'Up the stairs' })).toEqual([
    'Behind the school',
    undefined,
    undefined,
  ]);
});

it('has the directions of the location only for its principal address', () => {
  const [first, ...rest] = outlet.addresses.map(({ directions: _, ...address }) => address);
  if (first === undefined) throw new Error('the outlet has addresses');
  expect(directionsOf({ ...outlet, addresses: [first, ...rest], directions: 'Up the stairs' })).toEqual([
    'Up the stairs',
    undefined,
    undefined,
  ]);
});

describe('the addresses of a work centre', () => {
  const street = (line: string) => ({ type: 'STREET_ADDRESS', address_line_1: line });
  const other = (type: string) => ({ type, address_line_1: type });
  const shown = (record: object) =>
    toWorkCentre(locationRecord.parse({ ...recordOf('900030_PO'), ...record }), plain).location.addresses;

  it('start with the first street address, followed by the others in the order of the file', () => {
    const addresses = [other('PARCEL_COLLECT'), street('1'), other('COLLECTION_POINT'), street('2')];
    expect(shown({ addresses }).map(({ attributes }) => attributes.address_line_1)).toEqual([
      '1',
      'PARCEL_COLLECT',
      'COLLECTION_POINT',
      '2',
    ]);
  });

  it('are in file order if there is no street address', () => {
    const addresses = [other('PARCEL_COLLECT'), other('COLLECTION_POINT')];
    expect(shown({ addresses }).map(({ type }) => type)).toEqual(['PARCEL_COLLECT', 'COLLECTION_POINT']);
  });

  it('have the delivery point id of the location if the principal address has none', () => {
    const addresses = [other('PARCEL_COLLECT'), street('1')];
    const dpids = (record: object) =>
      shown({ addresses, ...record }).map(({ attributes }) => attributes.dpid);
    expect(dpids({ delivery_point_id: 77 })).toEqual(['77', '']);
    expect(dpids({ delivery_point_id: undefined })).toEqual(['', '']);
    expect(
      dpids({ delivery_point_id: 77, addresses: [{ ...street('1'), delivery_point_id: 'A1' }] }),
    ).toEqual(['A1']);
  });
});
