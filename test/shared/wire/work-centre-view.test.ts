import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { workCentre } from '../../../shared/wire/work-centre.ts';
import { toWorkCentre } from '../../../shared/wire/work-centre-view.ts';
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

it('the hours of a capability are absent if no entry is valid, and the current hours also in an unknown time zone', () => {
  const hoursOf = (changes: Partial<Location>) => {
    const context = { distanceKm: 0, capabilityOf: aCapability, now: new Date('2026-03-02T12:00:00Z') };
    return toWorkCentre(postOffice(1, changes), context).attributes.operational_capabilities?.[0]?.attributes;
  };
  const hours: HourEntry[] = [{ type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '09:00' }];
  for (const member of ['current_hours', 'standard_hours'])
    expect(hoursOf({ hours })).not.toHaveProperty(member);
  const elsewhere = hoursOf({ timeZone: 'Nowhere/Land' });
  expect(elsewhere?.current_hours).toBeUndefined();
  expect(elsewhere?.standard_hours?.periods).toHaveLength(5);
});
