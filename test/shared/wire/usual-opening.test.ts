import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { renderedForExport } from './exported-text.ts';

const open = (weekdays: readonly number[], startTime: string, endTime: string): HourEntry[] =>
  weekdays.map((weekday) => ({ type: 'HOURS', weekday, startTime, endTime }));
const weekdays = [0, 1, 2, 3, 4];
const everyDay = [...weekdays, 5, 6];

const openingWith = (changes: Partial<Location>) =>
  renderedForExport(postOffice(1, changes)).flat.opening_hours;

/** Creates a location whose services have these hours. */
const services = (...hours: HourEntry[][]) => ({
  services: hours.map((own) => ({ code: 1, hours: own })),
  hours: [],
});

describe('the usual hours of a work centre on one line', () => {
  it.each([
    [
      'Mo-Fr 09:00-17:00; Sa 09:00-12:30',
      [...open(weekdays, '09:00', '17:00'), ...open([5], '09:00', '12:30')],
    ],
    ['Mo 09:00-12:00,13:00-17:00', [...open([0], '09:00', '12:00'), ...open([0], '13:00', '17:00')]],
    [
      'Mo-Tu 08:00-10:00; Th 08:00-10:00; Su 10:00-11:00',
      [...open([0, 1, 3], '08:00', '10:00'), ...open([6], '10:00', '11:00')],
    ],
    ['24/7', open(everyDay, '00:00', '23:59')],
    ['Mo-Fr 00:00-24:00', open(weekdays, '00:00', '23:59')],
  ])('are formatted as %s', (expected, hours) => {
    expect(openingWith({ hours })).toBe(expected);
  });

  it('are the most common hours of its services or, if several are equally common, the first of them', () => {
    const lobby = open(everyDay, '00:00', '23:59');
    const counter = open(weekdays, '07:00', '09:00');
    expect(openingWith(services(lobby, counter, counter))).toBe('Mo-Fr 07:00-09:00');
    expect(openingWith(services(lobby, counter))).toBe('24/7');
  });

  const dates = { startDate: '25/12/2026', endDate: '25/12/2026' };
  const early: HourEntry = { type: 'SPECIAL_HOURS', startTime: '06:00', endTime: '07:00', ...dates };

  it('are the hours of the location if services have only special entries', () => {
    const services = [{ code: 1, hours: [early] }];
    expect(openingWith({ services, hours: open([0], '09:00', '17:00') })).toBe('Mo 09:00-17:00');
    expect(openingWith({ services, hours: open([1], '10:00', '12:00') })).toBe('Tu 10:00-12:00');
  });

  it.each<Partial<Location>>([
    { services: [{ code: 1 }, { code: 1, hours: [early] }], hours: [early] },
    { hours: [] },
    { services: [] },
    { services: [{ code: 99 }] },
  ])('are absent if no service has usual hours: %#', (changes) => {
    expect(openingWith(changes)).toBeUndefined();
  });
});
