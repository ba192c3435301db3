import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { line, special, workdays } from './week-of-hours.ts';

const nineToFive = workdays('HOURS', '09:00', '17:00');
const sixToTwo = workdays('HOURS', '18:00', '02:00');

const week = (entries: readonly HourEntry[], now: string) =>
  currentHours({ entries }, 'Australia/Sydney', new Date(now)).map(line);

/** Wednesday, 4 March 2026, noon in Sydney. */
const wednesday = '2026-03-04T01:00:00Z';
const thursday = ['05/03/2026', '05/03/2026'] as const;

describe('currentHours over midnight (G23)', () => {
  it('begin with what goes on from yesterday', () => {
    expect(week(sixToTwo, wednesday)).toEqual([
      'WED HOURS 00:00-02:00',
      'WED HOURS 18:00-23:59',
      'THU HOURS 00:00-02:00',
      'THU HOURS 18:00-23:59',
      'FRI HOURS 00:00-02:00',
      'FRI HOURS 18:00-23:59',
      'SAT HOURS 00:00-02:00',
      'SUN CLOSED',
      'MON HOURS 18:00-23:59',
      'TUE HOURS 00:00-02:00',
      'TUE HOURS 18:00-23:59',
    ]);
  });

  it('are special on both dates of special hours, whose second keeps its own hours too', () => {
    const night = special('SPECIAL_HOURS', thursday, ['20:00', '02:00']);
    expect(week([...nineToFive, night], wednesday).slice(0, 5)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU SPECIAL_HOURS 20:00-23:59',
      'FRI SPECIAL_HOURS 00:00-02:00',
      'FRI SPECIAL_HOURS 09:00-17:00',
      'SAT CLOSED',
    ]);
  });

  it('show what special hours of yesterday go on to', () => {
    const night = special('SPECIAL_HOURS', ['31/12/2025', '31/12/2025'], ['20:00', '02:00']);
    expect(week([night], '2026-01-01T01:00:00Z').slice(0, 2)).toEqual([
      'THU SPECIAL_HOURS 00:00-02:00',
      'FRI CLOSED',
    ]);
  });

  it('end with the day before a special closure, and begin again after its night', () => {
    const closed = special('SPECIAL_CLOSED', thursday);
    expect(week([...sixToTwo, closed], wednesday).slice(0, 5)).toEqual([
      'WED HOURS 00:00-02:00',
      'WED HOURS 18:00-23:59',
      'THU SPECIAL_CLOSED',
      'FRI SPECIAL_HOURS 18:00-23:59',
      'SAT HOURS 00:00-02:00',
    ]);
  });

  it('are cut by a special closure over midnight on both days', () => {
    const closed = special('SPECIAL_CLOSED', thursday, ['22:00', '01:00']);
    expect(week([...sixToTwo, closed], wednesday).slice(2, 6)).toEqual([
      'THU SPECIAL_HOURS 00:00-02:00',
      'THU SPECIAL_HOURS 18:00-22:00',
      'FRI SPECIAL_HOURS 01:00-02:00',
      'FRI SPECIAL_HOURS 18:00-23:59',
    ]);
  });

  it('do not go on where a special closure lasts until midnight', () => {
    const closed = special('SPECIAL_CLOSED', thursday, ['20:00', '23:59']);
    expect(week([...sixToTwo, closed], wednesday).slice(2, 5)).toEqual([
      'THU SPECIAL_HOURS 00:00-02:00',
      'THU SPECIAL_HOURS 18:00-20:00',
      'FRI SPECIAL_HOURS 18:00-23:59',
    ]);
  });

  it('go on from an ordinary night into a day of special hours', () => {
    const short = special('SPECIAL_HOURS', thursday, ['10:00', '12:00']);
    expect(week([...sixToTwo, short], wednesday).slice(2, 5)).toEqual([
      'THU SPECIAL_HOURS 00:00-02:00',
      'THU SPECIAL_HOURS 10:00-12:00',
      'FRI SPECIAL_HOURS 18:00-23:59',
    ]);
  });

  it('are ordinary where a special night goes on as the ordinary one does', () => {
    const late = special('SPECIAL_HOURS', thursday, ['20:00', '02:00']);
    expect(week([...sixToTwo, late], wednesday).slice(3, 5)).toEqual([
      'THU SPECIAL_HOURS 20:00-23:59',
      'FRI HOURS 00:00-02:00',
    ]);
  });

  it('are times of the clock on the night on which it changes', () => {
    const saturday: HourEntry = { type: 'HOURS', weekday: 5, startTime: '22:00', endTime: '02:30' };
    // Clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October at 02:00.
    for (const now of ['2026-04-04T01:00:00Z', '2026-10-03T01:00:00Z']) {
      expect(week([saturday], now).slice(0, 2)).toEqual(['SAT HOURS 22:00-23:59', 'SUN HOURS 00:00-02:30']);
    }
  });
});
