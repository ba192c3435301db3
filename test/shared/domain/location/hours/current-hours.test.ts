import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { line, special, workdays } from './week-of-hours.ts';

const nineToFive = workdays('HOURS', '09:00', '17:00');

const week = (entries: readonly HourEntry[], now: string, timeZone = 'Australia/Sydney') =>
  currentHours({ entries }, timeZone, new Date(now)).map(line);

/** Wednesday, 4 March 2026, noon in Sydney. */
const wednesday = '2026-03-04T01:00:00Z';

describe('currentHours', () => {
  it('gives seven days from today, closed ones without times', () => {
    expect(week(nineToFive, wednesday)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU HOURS 09:00-17:00',
      'FRI HOURS 09:00-17:00',
      'SAT CLOSED',
      'SUN CLOSED',
      'MON HOURS 09:00-17:00',
      'TUE HOURS 09:00-17:00',
    ]);
    const [saturday] = currentHours(
      { entries: nineToFive },
      'Australia/Sydney',
      new Date('2026-03-07T01:00:00Z'),
    );
    expect(saturday).toEqual({ day: 'SAT', type: 'CLOSED' });
  });

  it('gives a period for each stretch that lunch leaves', () => {
    const [morning, afternoon] = week([...nineToFive, ...workdays('LUNCH', '12:00', '13:00')], wednesday);
    expect([morning, afternoon]).toEqual(['WED HOURS 09:00-12:00', 'WED HOURS 13:00-17:00']);
  });

  it('shows special hours in place of the usual ones, on their dates alone', () => {
    const entries = [
      ...nineToFive,
      special('SPECIAL_HOURS', ['05/03/2026', '06/03/2026'], ['10:00', '14:00']),
    ];
    expect(week(entries, wednesday).slice(0, 4)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU SPECIAL_HOURS 10:00-14:00',
      'FRI SPECIAL_HOURS 10:00-14:00',
      'SAT CLOSED',
    ]);
  });

  it('opens a day that is closed as a rule for special hours', () => {
    const entries = [
      ...nineToFive,
      special('SPECIAL_HOURS', ['07/03/2026', '07/03/2026'], ['09:00', '12:00']),
    ];
    expect(week(entries, wednesday)[3]).toBe('SAT SPECIAL_HOURS 09:00-12:00');
  });

  it('keeps to the weekday that a special entry names', () => {
    const everyFriday = special('SPECIAL_HOURS', ['01/03/2026', '31/03/2026'], ['09:00', '20:00']);
    expect(week([...nineToFive, { ...everyFriday, weekday: 4 }], wednesday).slice(0, 3)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU HOURS 09:00-17:00',
      'FRI SPECIAL_HOURS 09:00-20:00',
    ]);
  });

  it('closes for a special closure, whatever else is said of the date', () => {
    const dates = ['05/03/2026', '05/03/2026'] as const;
    const entries = [
      special('SPECIAL_CLOSED', dates),
      ...nineToFive,
      special('SPECIAL_HOURS', dates, ['10:00', '14:00']),
    ];
    expect(week(entries, wednesday)[1]).toBe('THU SPECIAL_CLOSED');
  });

  it('closes for part of a day where a special closure has times', () => {
    const entries = [
      ...nineToFive,
      special('SPECIAL_CLOSED', ['05/03/2026', '05/03/2026'], ['14:00', '17:00']),
      special('SPECIAL_CLOSED', ['06/03/2026', '06/03/2026'], ['00:00', '23:59']),
    ];
    expect(week(entries, wednesday).slice(1, 3)).toEqual([
      'THU SPECIAL_HOURS 09:00-14:00',
      'FRI SPECIAL_CLOSED',
    ]);
  });

  it('takes a special closure with unreadable times for the whole day', () => {
    const entries = [
      ...nineToFive,
      special('SPECIAL_CLOSED', ['05/03/2026', '05/03/2026'], ['09:00', '09:00']),
    ];
    expect(week(entries, wednesday)[1]).toBe('THU SPECIAL_CLOSED');
  });

  it('cuts a special lunch out in place of the usual one', () => {
    const entries = [
      ...nineToFive,
      ...workdays('LUNCH', '12:00', '13:00'),
      special('SPECIAL_LUNCH', ['05/03/2026', '08/03/2026'], ['13:00', '15:00']),
    ];
    expect(week(entries, wednesday).slice(2, 8)).toEqual([
      'THU SPECIAL_HOURS 09:00-13:00',
      'THU SPECIAL_HOURS 15:00-17:00',
      'FRI SPECIAL_HOURS 09:00-13:00',
      'FRI SPECIAL_HOURS 15:00-17:00',
      'SAT CLOSED',
      'SUN CLOSED',
    ]);
  });

  it('leaves special hours whole where they name no lunch of their own', () => {
    const entries = [
      ...nineToFive,
      ...workdays('LUNCH', '12:00', '13:00'),
      special('SPECIAL_HOURS', ['05/03/2026', '05/03/2026'], ['10:00', '14:00']),
    ];
    expect(week(entries, wednesday).filter((day) => day.startsWith('THU'))).toEqual([
      'THU SPECIAL_HOURS 10:00-14:00',
    ]);
  });

  it.each([
    ['no dates', { type: 'SPECIAL_CLOSED' }],
    ['inverted dates', special('SPECIAL_CLOSED', ['10/03/2026', '01/03/2026'])],
    ['a date of no calendar', special('SPECIAL_CLOSED', ['30/02/2026', '31/03/2026'])],
    ['no last date', { type: 'SPECIAL_CLOSED', startDate: '01/03/2026' }],
  ] satisfies [string, HourEntry][])('ignores a special entry with %s', (_what, entry) => {
    expect(week([...nineToFive, entry], wednesday)).toEqual(week(nineToFive, wednesday));
  });

  it('ignores the dates of usual entries', () => {
    const dated = nineToFive.map((entry) => ({ ...entry, startDate: '01/01/2026', endDate: '01/01/2026' }));
    expect(week(dated, wednesday)).toEqual(week(nineToFive, wednesday));
  });

  it('does not let the ordinary day stand where special hours cannot be read', () => {
    const unreadable = special('SPECIAL_HOURS', ['05/03/2026', '05/03/2026'], ['10:00', '10:00']);
    expect(week([...nineToFive, unreadable], wednesday).slice(0, 3)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU SPECIAL_CLOSED',
      'FRI HOURS 09:00-17:00',
    ]);
  });

  it('is closed all week without entries, and empty in a zone that does not exist', () => {
    expect(week([], wednesday)).toHaveLength(7);
    expect(week([], wednesday).every((day) => day.endsWith(' CLOSED'))).toBe(true);
    expect(week(nineToFive, wednesday, 'Australia/Atlantis')).toEqual([]);
  });
});
