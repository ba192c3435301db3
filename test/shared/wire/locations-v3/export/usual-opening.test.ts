import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hour-entry.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { usualOpening } from '../../../../../shared/wire/locations-v3/export/usual-opening.ts';
import { postOffice } from '../../../../support/network-records.ts';
import { shown } from './exported-text.ts';

const open = (weekdays: readonly number[], startTime: string, endTime: string): HourEntry[] =>
  weekdays.map((weekday) => ({ type: 'HOURS', weekday, startTime, endTime }));
const weekdays = [0, 1, 2, 3, 4];
const everyDay = [...weekdays, 5, 6];

const capabilitiesOf = (changes: Partial<Location>) =>
  shown(postOffice(1, changes)).attributes.operational_capabilities ?? [];

/** A service that has these hours for itself. */
const service = (hours: HourEntry[]) => capabilitiesOf({ services: [{ code: 1, hours }] });

describe('the usual hours of a work centre in one line', () => {
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
    ['Mo-Fr 00:00-23:59', open(weekdays, '00:00', '23:59')],
  ])('are written as %s', (expected, hours) => {
    expect(usualOpening(capabilitiesOf({ hours }))).toBe(expected);
  });

  it('are those that most services keep, and of equals the first', () => {
    const lobby = open(everyDay, '00:00', '23:59');
    const counter = open(weekdays, '07:00', '09:00');
    expect(usualOpening([lobby, counter, counter].flatMap(service))).toBe('Mo-Fr 07:00-09:00');
    expect(usualOpening([lobby, counter].flatMap(service))).toBe('24/7');
  });

  it('are not there where no service has any', () => {
    expect(usualOpening(capabilitiesOf({ hours: [] }))).toBeUndefined();
    expect(usualOpening(capabilitiesOf({ services: [] }))).toBeUndefined();
    expect(usualOpening(undefined)).toBeUndefined();
  });
});
