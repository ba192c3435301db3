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

const lookedUp = (capabilities: readonly Capability[]) => (code: number) =>
  capabilities.find(({ serviceCode }) => serviceCode === code);

const instants = fc.date({
  min: new Date('2026-02-20T00:00:00Z'),
  max: new Date('2026-10-12T00:00:00Z'),
  noInvalidDate: true,
});
const distances = fc.oneof(fc.constant(0), evenlyBetween(0, 20_038));

it('a work centre satisfies the contract for any location', async () => {
  await fc.assert(
    fc.property(
      locations,
      capabilitiesOf([-1, 0, 1, 2, 3, 4]),
      distances,
      instants,
      (location, capabilities, distanceKm, now) => {
        const context = { distanceKm, capabilityOf: lookedUp(capabilities), now };
        const shown = JSON.parse(JSON.stringify(toWorkCentre(location, context)));
        expect(workCentre.parse(shown)).toEqual(shown);
      },
    ),
    { numRuns: 500 },
  );
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

  it.each<[string, Capability['hoursFrom'], HourEntry[]]>([
    ['without entries', undefined, []],
    ['if invalid entries leave no opening', 'LOCATION', [{ ...monday, endTime: '09:00' }]],
  ])('are absent %s', (_when, hoursFrom, hours) => {
    expect(hoursOf(hours, hoursFrom)).not.toHaveProperty('current_hours');
    expect(hoursOf(hours, hoursFrom)).not.toHaveProperty('standard_hours');
  });
});

describe('a work centre from the fixture', () => {
  const context: WorkCentreContext = {
    distanceKm: 0,
    capabilityOf: lookedUp(fixtureNetwork.services.map((line) => capabilityRecord.parse(line))),
    // Friday, 20 December 2030, 23:30 in UTC: Saturday morning on Norfolk Island.
    now: new Date('2030-12-20T23:30:00Z'),
  };
  const outlet = locationRecord.parse(recordOf('900030_PO'));
  const capabilitiesShown = (location: Location) =>
    toWorkCentre(location, context).attributes.operational_capabilities ?? [];
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
});
