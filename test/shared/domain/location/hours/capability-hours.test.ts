import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../../shared/domain/capability/capability.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/capability-hours.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/hour-entry.ts';
import { currentHours, standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { line, special } from './week-of-hours.ts';

const monday = (type: HourEntry['type'], startTime: string, endTime: string): HourEntry => ({
  type,
  weekday: 0,
  startTime,
  endTime,
});

const locationWith = (hours: HourEntry[]): Location => ({
  locationCode: '1_PO',
  type: 'PO',
  partnerCode: 'AP',
  description: 'Post Office',
  workCentreId: 1,
  coordinates: { lat: -33.87, lon: 151.2 },
  timeZone: 'Australia/Sydney',
  addresses: [
    {
      type: 'STREET_ADDRESS',
      addressLine1: '1 Main Street',
      suburb: '',
      state: '',
      postcode: '2000',
      countryCode: 'AU',
      countryName: 'Australia',
    },
  ],
  services: [],
  hours,
});

const capabilityFrom = (hoursFrom?: 'LOCATION' | 'HATCH'): Capability => ({
  serviceCode: 7,
  capabilityId: '7',
  name: 'PARCEL_PICKUP',
  description: 'Parcel pickup',
  urlName: 'Parcel%20pickup',
  appointmentRequired: false,
  searchable: true,
  serviceOffering: true,
  hoursFrom,
  categories: [],
  partnerCode: 'AP',
});

const closure = special('SPECIAL_CLOSED', ['09/03/2026', '09/03/2026']);
const location = locationWith([
  monday('HOURS', '09:00', '17:00'),
  monday('LUNCH', '12:00', '13:00'),
  monday('HATCH', '07:00', '19:00'),
  special('SPECIAL_HOURS', ['16/03/2026', '16/03/2026'], ['10:00', '11:00']),
  closure,
]);

const standard = (entries: readonly HourEntry[] | undefined) => entries && standardHours(entries).map(line);

/** What a week that begins today begins with. */
const today = (entries: readonly HourEntry[] | undefined, now: string) =>
  entries && currentHours(entries, location.timeZone, new Date(now)).slice(0, 1).map(line);
const closedMonday = '2026-03-09T01:00:00Z';
const specialMonday = '2026-03-16T01:00:00Z';

describe('capabilityHours', () => {
  it('are those of the offered service where it has its own', () => {
    const offered = { code: 7, hours: [monday('HOURS', '10:00', '16:00')] };
    for (const hoursFrom of ['LOCATION', 'HATCH', undefined] as const) {
      const entries = capabilityHours(location, offered, capabilityFrom(hoursFrom));
      expect(standard(entries)).toEqual(['MON 10:00-16:00']);
      expect(today(entries, closedMonday)).toEqual(['MON HOURS 10:00-16:00']);
    }
  });

  it('are else those of the location, special dates included, where the capability says so', () => {
    const entries = capabilityHours(location, { code: 7 }, capabilityFrom('LOCATION'));
    expect(standard(entries)).toEqual(['MON 09:00-12:00', 'MON 13:00-17:00']);
    expect(today(entries, closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
    expect(today(entries, specialMonday)).toEqual(['MON SPECIAL_HOURS 10:00-11:00']);
  });

  it('are those of the hatch, which keeps no lunch and no special hours but closes with the place', () => {
    const entries = capabilityHours(location, { code: 7 }, capabilityFrom('HATCH'));
    expect(standard(entries)).toEqual(['MON 07:00-19:00']);
    expect(today(entries, closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
    expect(today(entries, specialMonday)).toEqual(['MON HOURS 07:00-19:00']);
  });

  it('of a service with hatch entries of its own are these, less the lunch beside them', () => {
    const offered = {
      code: 7,
      hours: [monday('HATCH', '08:00', '16:00'), monday('LUNCH', '12:00', '12:30')],
    };
    for (const hoursFrom of ['LOCATION', 'HATCH', undefined] as const) {
      const entries = capabilityHours(location, offered, capabilityFrom(hoursFrom));
      expect(standard(entries)).toEqual(['MON 08:00-12:00', 'MON 12:30-16:00']);
    }
  });

  it('of a service with both kinds of its own are those that the capability follows', () => {
    const offered = {
      code: 7,
      hours: [monday('HATCH', '08:00', '16:00'), monday('HOURS', '09:00', '12:00')],
    };
    expect(standard(capabilityHours(location, offered, capabilityFrom('HATCH')))).toEqual([
      'MON 08:00-16:00',
    ]);
    expect(standard(capabilityHours(location, offered, capabilityFrom('LOCATION')))).toEqual([
      'MON 09:00-12:00',
    ]);
  });

  it('are the entries of the kind that counts, and none of the other', () => {
    const [hatch, early] = [monday('HATCH', '08:00', '16:00'), monday('HOURS', '06:00', '07:00')];
    const offered = { code: 7, hours: [hatch, early] };
    const asHours = { ...hatch, type: 'HOURS' };
    expect(capabilityHours(location, offered, capabilityFrom('HATCH'))).toEqual([asHours]);
    expect(capabilityHours(location, offered, capabilityFrom('LOCATION'))).toEqual([early]);
    expect(capabilityHours(location, { code: 7 }, capabilityFrom('LOCATION'))).toEqual(
      location.hours.filter(({ type }) => type !== 'HATCH'),
    );
  });

  it('are none where the capability follows nothing, or what it follows has none', () => {
    const hatchOnly = locationWith([monday('HATCH', '07:00', '19:00')]);
    const withoutHatch = locationWith([monday('HOURS', '09:00', '17:00'), closure]);
    expect(capabilityHours(location, { code: 7 }, capabilityFrom())).toBeUndefined();
    expect(capabilityHours(location, { code: 7, hours: [] }, capabilityFrom())).toBeUndefined();
    expect(capabilityHours(hatchOnly, { code: 7 }, capabilityFrom('LOCATION'))).toBeUndefined();
    expect(capabilityHours(withoutHatch, { code: 7 }, capabilityFrom('HATCH'))).toBeUndefined();
    expect(capabilityHours(locationWith([]), { code: 7 }, capabilityFrom('LOCATION'))).toBeUndefined();
  });
});
