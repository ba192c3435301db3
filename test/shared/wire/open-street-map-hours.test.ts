import * as fc from 'fast-check';
import OpeningHours from 'opening_hours';
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import { momentsOf } from '../../../shared/domain/location/hours/moment.ts';
import { hoursByDate } from '../../../shared/domain/location/hours/opening-hours.ts';
import { isOpenAt } from '../../../shared/domain/location/hours/openness.ts';
import { schedulesOf } from '../../../shared/domain/location/hours/schedules.ts';
import { type Location, servicesInOrder } from '../../../shared/domain/location/location.ts';
import { openStreetMapHours } from '../../../shared/wire/open-street-map-hours.ts';
import { toOpening } from '../../../shared/wire/opening-view.ts';
import { seededRandom } from '../../benchmark/network/benchmark-network.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { entryFrom, toEntry } from '../domain/location/hours/random-entries.ts';
import { entriesOf } from '../domain/location/hours/week-of-hours.ts';

const capabilities: Readonly<Record<number, Capability>> = {
  1: aCapability(1),
  2: { ...aCapability(2), hoursFrom: 'HATCH' },
  3: { ...aCapability(3), hoursFrom: undefined },
  4: { ...aCapability(4), hoursFrom: undefined },
};
const capabilityOf = (code: number) => capabilities[code];

const locationWith = (hours: string, services: Readonly<Record<number, string>> = { 1: '' }): Location =>
  postOffice(1, {
    timeZone: 'Australia/Melbourne',
    hours: entriesOf(hours),
    services: Object.entries(services).map(([code, own]) => ({ code: Number(code), hours: entriesOf(own) })),
  });

/** Describes hours on Saturday, 21 November 2026. */
const described = (location: Location) =>
  openStreetMapHours(location, capabilityOf, new Date('2026-11-20T13:30:00Z'));

const office = 'MON-FRI HOURS 09:00-17:00, SAT HOURS 09:00-12:00';

describe('the usual hours of a location on one line', () => {
  it.each([
    ['Mo-Fr 09:00-17:00; Sa 09:00-12:00', office],
    ['Mo 09:00-12:00,13:00-17:00', 'MON HOURS 09:00-12:00, MON HOURS 13:00-17:00'],
    ['Mo-Tu 08:00-10:00; Th 08:00-10:00', 'MON-TUE HOURS 08:00-10:00, THU HOURS 08:00-10:00'],
    ['24/7', 'MON-SUN HOURS 00:00-23:59'],
    ['Mo-Fr 00:00-24:00', 'MON-FRI HOURS 00:00-23:59'],
  ])('are formatted as %s', (expected, hours) => {
    expect(described(locationWith(hours)).usual).toBe(expected);
  });

  const lobby = 'MON-SUN HOURS 00:00-23:59';
  const counter = 'MON-FRI HOURS 07:00-09:00';
  const early = '25/12 SPECIAL_HOURS 06:00-07:00';

  it.each<[string, string, Readonly<Record<number, string>>, string | undefined]>([
    ['the most common hours of its services', '', { 2: lobby, 3: counter, 4: counter }, 'Mo-Fr 07:00-09:00'],
    ['the first of its hours if several are equally common', '', { 2: lobby, 3: counter }, '24/7'],
    [
      'the hours of the location if services have only special entries',
      counter,
      { 1: early },
      'Mo-Fr 07:00-09:00',
    ],
    ['absent if all hours are special', early, { 1: early }, undefined],
    ['absent without services', counter, {}, undefined],
    ['absent if no service has a capability', counter, { 99: '' }, undefined],
  ])('are %s', (_title, hours, services, expected) => {
    expect(described(locationWith(hours, services)).usual).toBe(expected);
  });
});

describe('special hours of a location on one line', () => {
  it.each([
    [
      'join successive dates with the same hours',
      `${office}, 24/12 SPECIAL_HOURS 09:00-13:00, 25/12-26/12 SPECIAL_CLOSED`,
      '2026 Dec 24 09:00-13:00; 2026 Dec 25-26 off',
    ],
    // 5 and 6 December are a weekend, and Sunday is closed anyway.
    [
      'omit dates with the usual hours',
      `${office}, 04/12-07/12 SPECIAL_CLOSED`,
      '2026 Dec 04-05 off; 2026 Dec 07 off',
    ],
    ['name both months of a range', `${office}, 30/11-01/12 SPECIAL_CLOSED`, '2026 Nov 30-2026 Dec 01 off'],
    ['begin today, in the location’s local time', `${office}, 20/11-21/11 SPECIAL_CLOSED`, '2026 Nov 21 off'],
    ['end at 24:00', `${office}, 24/12 SPECIAL_HOURS 09:00-23:59`, '2026 Dec 24 09:00-24:00'],
    [
      'continue past midnight as a separate date',
      `${office}, 24/12 SPECIAL_HOURS 20:00-02:00`,
      '2026 Dec 24 20:00-24:00; 2026 Dec 25 00:00-02:00,09:00-17:00',
    ],
    ['are absent without special dates', office, undefined],
    ['are absent if they match the usual hours', `${office}, 24/12 SPECIAL_HOURS 09:00-17:00`, undefined],
    [
      'are present without usual hours',
      'MON HOURS 09:00-17:00, MON LUNCH 09:00-17:00, 24/12 SPECIAL_HOURS 09:00-10:00',
      '2026 Dec 24 09:00-10:00',
    ],
  ])('%s', (_title, hours, expected) => {
    expect(described(locationWith(hours)).special).toBe(expected);
  });

  it('cover 400 days', () => {
    const on = (date: string): HourEntry => ({ type: 'SPECIAL_CLOSED', startDate: date, endDate: date });
    const usual = entriesOf('MON-SUN HOURS 09:00-17:00');
    const hours = [...usual, on('25/12/2027'), on('26/12/2027')];
    expect(described(postOffice(1, { hours })).special).toBe('2027 Dec 25 off');
  });

  it('are those of most services with the usual week or, if several are equally frequent, the first', () => {
    const own = 'MON-SUN HOURS 10:00-11:00';
    const later = `${own}, 25/12 SPECIAL_HOURS 12:00-13:00`;
    const closed = `${own}, 25/12 SPECIAL_CLOSED`;
    const specialOf = (services: Readonly<Record<number, string>>) =>
      described(locationWith(office, services));
    const usual = 'Mo-Su 10:00-11:00';
    expect(specialOf({ 1: '', 2: closed, 3: later, 4: closed })).toEqual({
      usual,
      special: '2026 Dec 25 off',
    });
    expect(specialOf({ 2: later, 3: closed })).toEqual({ usual, special: '2026 Dec 25 12:00-13:00' });
  });
});

const timeZones = [
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'Australia/Perth',
  'America/Havana',
  'Europe/London',
];
const pairs = 100_000;
const instantsOfLocation = 1_000;

/** Random hours, with special dates in the six weeks from the first date. */
const randomLocation = (first: number) =>
  fc.record({
    timeZone: fc.constantFrom(...timeZones),
    hours: fc.array(entryFrom(first + 7).map(toEntry), { maxLength: 14 }),
    services: fc.array(
      fc.record({
        code: fc.constantFrom(1, 2, 3, 4),
        hours: fc.array(entryFrom(first + 7).map(toEntry), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });

const now = new Date('2026-09-20T02:00:00Z');

/** Returns the hours of the first service whose hours are described; undefined if no service has hours. */
const hoursDescribed = (location: Location) => {
  const { hoursOf } = schedulesOf(location, capabilityOf);
  const text = JSON.stringify(openStreetMapHours(location, capabilityOf, now));
  for (const service of servicesInOrder(location)) {
    const hours = hoursOf(service, capabilities[service.code] ?? aCapability(service.code));
    const alone = openStreetMapHours({ ...location, services: [service] }, capabilityOf, now);
    if (hours && JSON.stringify(alone) === text) return hours;
  }
  return undefined;
};

it('the opening_hours package evaluates both columns to the hours of the first service that they describe', () => {
  const first = Math.floor(now.getTime() / dayMilliseconds);
  const random = seededRandom(7);
  let compared = 0;
  for (const changes of fc.sample(randomLocation(first), { numRuns: 200, seed: 7 })) {
    if (compared === pairs) break;
    const location = postOffice(1, changes);
    const { usual, special } = openStreetMapHours(location, capabilityOf, now);
    const value = [usual, special].filter(Boolean).join('; ');
    const hours = hoursDescribed(location);
    expect(hours !== undefined || value === '').toBe(true);
    if (!hours) continue;
    // An empty value has no rules, and is never open.
    const read = value === '' ? undefined : new OpeningHours(value);
    const hoursOn = [hoursByDate(hours)];
    for (let count = 0; count < instantsOfLocation; count++) {
      // Most instants are in the weeks with special dates.
      const days = count % 4 === 0 ? 399 : 30;
      const time = now.getTime() + Math.floor(random() * days * 1440) * 60_000;
      const moment = momentsOf({ time, isLocal: false })(location.timeZone);
      if (!moment) throw new Error(`no time zone ${location.timeZone}`);
      const isOpen = isOpenAt(hoursOn, moment);
      if (count % 100 === 0) expect(toOpening([hours], moment).state).toBe(isOpen ? 'OPEN' : 'CLOSED');
      // The package uses the local fields of a Date.
      const day = new Date(moment.date * dayMilliseconds);
      const local = new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 0, moment.minute);
      if ((read?.getState(local) ?? false) !== isOpen)
        expect.unreachable(`${value} at ${local} is not ${isOpen} for ${JSON.stringify(hours)}`);
      compared++;
    }
  }
  expect(compared).toBe(pairs);
});
