import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../shared/domain/capability/capability.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/hour-entry.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { workCentre } from '../../../../shared/wire/locations-v3/work-centre.ts';
import { readWorkCentreLine, workCentreLine } from '../../../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreText } from '../../../../shared/wire/locations-v3/work-centre-text.ts';
import {
  toWorkCentre,
  type WorkCentreContext,
} from '../../../../shared/wire/locations-v3/work-centre-view.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';
import { aCapability, postOffice } from '../../../support/networks/network-records.ts';
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

  it('is what the contract allows', () => {
    const capabilityOf = lookedUp([aCapability(1), aCapability(2)]);
    const text = textOf(postOffice(1), { distanceKm: 1.23449, capabilityOf, now: new Date(0) });
    expect(workCentre.parse(JSON.parse(text)).location.attributes.distance).toBe(1.234);
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

describe('readWorkCentreLine', () => {
  const line = workCentreLine(postOffice(1, { services: [{ code: 1 }, { code: 2, hours: [] }] }));

  it('takes one line', async () => {
    await fc.assert(
      fc.property(locations, (location) => {
        expect(workCentreLine(location)).not.toMatch(/[\n\r]/);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['one piece too few', line.slice(0, line.lastIndexOf('\t'))],
    ['one piece too many', `${line}\t""`],
    ['services that are no numbers', line.replace('[1,2]', '["1",2]')],
    ['services that are no list', line.replace('[1,2]', '{"1":2}')],
    ['own hours that name no service', line.replace('[1,2]\t[]', '[1,2]\t[["1","[]"]]')],
    ['a time zone that is no text', line.replace('"Australia/Sydney"', '7')],
  ])('throws at %s', (_, damaged) => {
    expect(damaged).not.toBe(line);
    expect(() => readWorkCentreLine(line)).not.toThrow();
    expect(() => readWorkCentreLine(damaged)).toThrow();
  });

  it('leaves hours that cannot be read to whoever reckons with them', () => {
    const parts = readWorkCentreLine(line.replace('"09:00"', '"25:00"'));
    const reckon = () =>
      workCentreText(parts, { distanceKm: 0, capabilityOf: aCapability, now: new Date(0) });
    expect(reckon).toThrow('hh:mm');
  });
});
