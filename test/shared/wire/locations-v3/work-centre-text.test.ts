import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/hour-entry.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { workCentre } from '../../../../shared/wire/locations-v3/work-centre.ts';
import { readWorkCentreLine, workCentreLine } from '../../../../shared/wire/locations-v3/work-centre-line.ts';
import {
  type WorkCentreContext,
  workCentreText,
} from '../../../../shared/wire/locations-v3/work-centre-text.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { recordOf } from '../../../support/fixture/fixture-oracle.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';
import { aCapability, postOffice } from '../../../support/networks/network-records.ts';
import { toWorkCentre } from '../../../support/oracles/work-centre.ts';
import { capabilitiesOf, locations } from '../random-location.ts';

const textOf = (location: Location, context: WorkCentreContext): string =>
  workCentreText(readWorkCentreLine(workCentreLine(location)), context);

const expectSameBytes = (location: Location, context: WorkCentreContext): void =>
  expect(textOf(location, context)).toBe(JSON.stringify(toWorkCentre(location, context)));

const lookedUp = (capabilities: readonly Capability[]) => (code: number) =>
  capabilities.find(({ serviceCode }) => serviceCode === code);

const instants = fc.date({
  min: new Date('2026-02-20T00:00:00Z'),
  max: new Date('2026-10-12T00:00:00Z'),
  noInvalidDate: true,
});
const distances = fc.oneof(fc.constant(0), evenlyBetween(0, 20_038));

describe('workCentreText', () => {
  it('is the JSON of the work centre, to the byte', async () => {
    await fc.assert(
      fc.property(
        locations,
        capabilitiesOf([-1, 0, 1, 2, 3, 4]),
        distances,
        fc.array(instants, { minLength: 1, maxLength: 4 }),
        (location, capabilities, distanceKm, times) => {
          const capabilityOf = lookedUp(capabilities);
          for (const now of times) expectSameBytes(location, { distanceKm, capabilityOf, now });
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Australia/Sydney', '2026-03-02T13:00:00Z', '2026-03-03T12:59:59.999Z'],
    // The day on which clocks go back has 25 hours, that on which they go forward 23.
    ['Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-05T13:59:59.999Z'],
    ['Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-04T12:59:59.999Z'],
    // Half an hour of daylight saving, half an hour off the hour.
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59.999Z'],
    // Clocks go back from one o'clock to midnight.
    ['America/Havana', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z'],
  ])('shows other current hours from midnight in %s: the day that begins at %s', (timeZone, first, last) => {
    const location = postOffice(1, { timeZone });
    const capabilityOf = lookedUp([aCapability(1)]);
    const at = (instant: number) => textOf(location, { distanceKm: 0, capabilityOf, now: new Date(instant) });
    const [begins, ends] = [Date.parse(first), Date.parse(last)];
    const during = at(begins);
    expect(at(ends)).toBe(during);
    expect(at(begins - 1)).not.toBe(during);
    expect(at(ends + 1)).not.toBe(during);
    expect(at(begins)).toBe(during);
    for (const instant of [begins - 1, begins, ends, ends + 1])
      expectSameBytes(location, { distanceKm: 0, capabilityOf, now: new Date(instant) });
  });

  it('tells capabilities of one code in two catalogues apart', () => {
    const now = new Date('2026-03-02T12:00:00Z');
    for (const hoursFrom of ['LOCATION', undefined, 'HATCH'] as const) {
      const capability = { ...aCapability(1), hoursFrom, description: `From ${hoursFrom}` };
      expectSameBytes(postOffice(1), { distanceKm: 0, capabilityOf: () => capability, now });
    }
  });

  it('tells hours of a service from the same hours of the location', () => {
    const now = new Date('2026-03-02T12:00:00Z');
    const hours: HourEntry[] = [
      { type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '17:00' },
      { type: 'HATCH', weekday: 0, startTime: '07:00', endTime: '08:00' },
      { type: 'LUNCH', weekday: 0, startTime: '12:00', endTime: '13:00' },
    ];
    const location = postOffice(1, { hours, services: [{ code: 1 }, { code: 2, hours }] });
    const hatch = { ...aCapability(1), hoursFrom: 'HATCH' } as const;
    expectSameBytes(location, { distanceKm: 0, capabilityOf: () => hatch, now });
  });
});

describe('the hours of a service with its own', () => {
  // A Monday.
  const now = new Date('2026-03-02T12:00:00Z');
  const [first] = postOffice(1).hours;
  const closedToday: HourEntry = {
    type: 'SPECIAL_CLOSED',
    startDate: '02/03/2026',
    endDate: '02/03/2026',
  };
  const capability: Capability = { ...aCapability(1), hoursFrom: undefined };
  const todayAt = (hours: HourEntry[]) => {
    const location = postOffice(1, {
      timeZone: 'UTC',
      hours,
      services: [{ code: 1, hours: first && [first] }],
    });
    const text = textOf(location, { distanceKm: 0, capabilityOf: () => capability, now });
    const [shown] = workCentre.parse(JSON.parse(text)).attributes.operational_capabilities ?? [];
    return shown?.attributes.current_hours?.periods[0]?.type;
  };

  it('show the special closures of each location when several locations offer the same hours', () => {
    const places = [[], [closedToday], [], [closedToday]];
    expect(places.map(todayAt)).toEqual(['HOURS', 'SPECIAL_CLOSED', 'HOURS', 'SPECIAL_CLOSED']);
  });
});

describe('what a work centre of the fixture shows', () => {
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

  it('is what the contract allows, and nothing else', () => {
    for (const line of fixtureNetwork.locations) {
      expect(() => shown(locationRecord.parse(line))).not.toThrow();
    }
  });

  it('has current hours from today in the time zone of the location, special dates applied', () => {
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

  it('has no current hours where the time zone is unknown', () => {
    const [billPayment] = capabilitiesShown({ ...outlet, timeZone: 'Nowhere/Land' });
    expect(billPayment?.attributes.current_hours).toBeUndefined();
    expect(billPayment?.attributes.standard_hours?.periods).toHaveLength(11);
  });

  it('leaves out services that no capability explains', () => {
    const offered = capabilitiesShown({ ...outlet, services: [{ code: 1 }, { code: 424_242 }] });
    expect(offered.map(({ id }) => id)).toEqual(['BILL_PAYMENT']);
  });

  it('has the distance to the metre', () => {
    const distanceOf = (distanceKm: number) => shown(outlet, { distanceKm }).location.attributes.distance;
    expect([1.23449, 1.2345001, 0.0004, 1000].map(distanceOf)).toEqual([1.234, 1.235, 0, 1000]);
  });
});
