import { describe, expect, it } from 'vitest';
import { capabilityRecord } from '../../../../shared/domain/capability/capability-record.ts';
import { locationRecord } from '../../../../shared/domain/location/importing/location-record.ts';
import { workCentre } from '../../../../shared/wire/locations-v3/work-centre.ts';
import {
  toWorkCentre,
  type WorkCentreContext,
} from '../../../../shared/wire/locations-v3/work-centre-view.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { recordOf } from '../../../support/fixture/fixture-oracle.ts';

const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));

const context: WorkCentreContext = {
  distanceKm: 0,
  capabilityOf: (code) => capabilities.find(({ serviceCode }) => serviceCode === code),
  // Friday, 20 December 2030, 23:30 in UTC: Saturday morning on Norfolk Island.
  now: new Date('2030-12-20T23:30:00Z'),
};

const outlet = locationRecord.parse(recordOf('900030_PO'));
const at = (hour: number, minute = 0) => ({ hour, minute });

describe('toWorkCentre', () => {
  it('makes of every location what the contract allows, and nothing else', () => {
    for (const line of fixtureNetwork.locations) {
      const centre: unknown = JSON.parse(JSON.stringify(toWorkCentre(locationRecord.parse(line), context)));
      expect(() => workCentre.parse(centre)).not.toThrow();
    }
  });

  it('reckons the current hours from today in the time zone of the location, special dates applied', () => {
    const [billPayment] = toWorkCentre(outlet, context).attributes.operational_capabilities ?? [];
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

  it('says nothing of current hours where the time zone is unknown', () => {
    const [billPayment] =
      toWorkCentre({ ...outlet, timeZone: 'Nowhere/Land' }, context).attributes.operational_capabilities ??
      [];
    expect(billPayment?.attributes.current_hours).toBeUndefined();
    expect(billPayment?.attributes.standard_hours?.periods).toHaveLength(11);
  });

  it('leaves out services that no capability explains', () => {
    const { attributes } = toWorkCentre({ ...outlet, services: [{ code: 1 }, { code: 424_242 }] }, context);
    expect(attributes.operational_capabilities?.map(({ id }) => id)).toEqual(['BILL_PAYMENT']);
  });

  it('shows the distance to the metre', () => {
    const distanceOf = (distanceKm: number) =>
      toWorkCentre(outlet, { ...context, distanceKm }).location.attributes.distance;
    expect([1.23449, 1.2345001, 0.0004, 1000].map(distanceOf)).toEqual([1.234, 1.235, 0, 1000]);
  });

  it('puts the directions of the location with its principal address alone', () => {
    const directions = toWorkCentre(
      { ...outlet, directions: 'Up the stairs' },
      context,
    ).location.addresses.map(({ attributes }) => attributes.directions);
    expect(directions).toEqual([undefined, 'Behind the school', undefined]);
    const addresses = outlet.addresses.map(({ directions: _, ...address }) => address);
    const [first, ...rest] = addresses;
    if (first === undefined) throw new Error('the outlet has addresses');
    const centre = toWorkCentre(
      { ...outlet, addresses: [first, ...rest], directions: 'Up the stairs' },
      context,
    );
    expect(centre.location.addresses.map(({ attributes }) => attributes.directions)).toEqual([
      undefined,
      'Up the stairs',
      undefined,
    ]);
  });
});
