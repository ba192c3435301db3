import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { line, special, workdays } from './week-of-hours.ts';

const monday = (type: HourEntry['type'], startTime?: string, endTime?: string): HourEntry => ({
  type,
  weekday: 0,
  startTime,
  endTime,
});

const lines = (entries: readonly HourEntry[]) => standardHours({ entries }).map(line);

describe('standardHours', () => {
  it('gives each open day its period, and closed days none', () => {
    expect(lines(workdays('HOURS', '09:00', '17:00'))).toEqual([
      'MON 09:00-17:00',
      'TUE 09:00-17:00',
      'WED 09:00-17:00',
      'THU 09:00-17:00',
      'FRI 09:00-17:00',
    ]);
  });

  it('orders by day, then time, whatever the order of the entries', () => {
    const entries: HourEntry[] = [
      { type: 'HOURS', weekday: 6, startTime: '10:00', endTime: '12:00' },
      monday('HOURS', '13:00', '17:00'),
      monday('HOURS', '09:00', '12:00'),
    ];
    expect(lines(entries)).toEqual(['MON 09:00-12:00', 'MON 13:00-17:00', 'SUN 10:00-12:00']);
  });

  it.each([
    ['in the middle', '12:00', '13:00', ['MON 09:00-12:00', 'MON 13:00-17:00']],
    ['at the beginning', '08:30', '10:00', ['MON 10:00-17:00']],
    ['at the end', '16:00', '17:00', ['MON 09:00-16:00']],
    ['over the whole', '09:00', '17:00', []],
    ['outside', '17:00', '18:00', ['MON 09:00-17:00']],
  ])('cuts lunch out %s', (_where, start, end, expected) => {
    expect(lines([monday('HOURS', '09:00', '17:00'), monday('LUNCH', start, end)])).toEqual(expected);
  });

  it('cuts lunch on its own day only', () => {
    const lunch: HourEntry = { type: 'LUNCH', weekday: 1, startTime: '12:00', endTime: '13:00' };
    expect(lines([monday('HOURS', '09:00', '17:00'), lunch])).toEqual(['MON 09:00-17:00']);
  });

  it('cuts one lunch out of several stretches, and several lunches out of one', () => {
    const stretches = [monday('HOURS', '09:00', '12:30'), monday('HOURS', '13:00', '17:00')];
    expect(lines([...stretches, monday('LUNCH', '12:00', '13:30')])).toEqual([
      'MON 09:00-12:00',
      'MON 13:30-17:00',
    ]);
    const lunches = [monday('LUNCH', '11:00', '12:00'), monday('LUNCH', '14:00', '14:30')];
    expect(lines([monday('HOURS', '10:00', '15:00'), ...lunches])).toEqual([
      'MON 10:00-11:00',
      'MON 12:00-14:00',
      'MON 14:30-15:00',
    ]);
  });

  it('shows stretches that overlap or touch as one', () => {
    const entries = [
      monday('HOURS', '09:00', '12:00'),
      monday('HOURS', '12:00', '15:00'),
      monday('HOURS', '14:00', '17:00'),
      monday('HOURS', '10:00', '11:00'),
    ];
    expect(lines(entries)).toEqual(['MON 09:00-17:00']);
  });

  it('shows a day of 24 hours as 00:00 to 23:59', () => {
    expect(lines([monday('HOURS', '00:00', '23:59')])).toEqual(['MON 00:00-23:59']);
  });

  it('does not look at hatch and special entries', () => {
    const entries = [
      monday('HATCH', '07:00', '19:00'),
      { ...special('SPECIAL_HOURS', ['01/01/2026', '31/12/2026'], ['06:00', '20:00']), weekday: 0 },
      special('SPECIAL_CLOSED', ['01/01/2026', '31/12/2026']),
    ];
    expect(lines(entries)).toEqual([]);
  });

  it.each([
    ['empty', '09:00', '09:00'],
    ['without a beginning', undefined, '17:00'],
    ['without an end', '09:00', undefined],
    ['of no clock', '09:00', '24:00'],
    ['unreadable', '9am', '17:00'],
  ])('ignores a stretch that is %s', (_what, start, end) => {
    expect(lines([monday('HOURS', start, end)])).toEqual([]);
  });

  it('ignores entries of no weekday, or of one that no week has (C22)', () => {
    const times = { type: 'HOURS', startTime: '09:00', endTime: '17:00' } as const;
    expect(lines([times, { ...times, weekday: 7 }, { ...times, weekday: -1 }])).toEqual([]);
  });

  it('goes on over midnight to an end that is before its start, from Sunday to Monday too', () => {
    const late: HourEntry = { type: 'HOURS', weekday: 6, startTime: '18:00', endTime: '02:00' };
    expect(lines([late, monday('HOURS', '18:00', '00:00')])).toEqual([
      'MON 00:00-02:00',
      'MON 18:00-23:59',
      'SUN 18:00-23:59',
    ]);
  });

  it('joins what goes on from the night before with what opens at midnight', () => {
    const tuesday: HourEntry = { type: 'HOURS', weekday: 1, startTime: '00:00', endTime: '10:00' };
    expect(lines([monday('HOURS', '18:00', '11:00'), tuesday])).toEqual([
      'MON 18:00-23:59',
      'TUE 00:00-11:00',
    ]);
  });

  it('cuts a lunch over midnight out of an opening that goes over it', () => {
    const entries = [monday('HOURS', '18:00', '02:00'), monday('LUNCH', '23:30', '00:30')];
    expect(lines(entries)).toEqual(['MON 18:00-23:30', 'TUE 00:30-02:00']);
  });

  it('shows no hours of a day whose lunch is over midnight where no opening is', () => {
    const tuesday: HourEntry = { type: 'HOURS', weekday: 1, startTime: '09:00', endTime: '17:00' };
    const entries = [monday('HOURS', '09:00', '17:00'), monday('LUNCH', '13:00', '12:00'), tuesday];
    expect(lines(entries)).toEqual(['TUE 09:00-17:00']);
  });

  it.each(['00:00', '12:00'])('takes a lunch from %s until then for none', (time) => {
    const entries = [monday('HOURS', '09:00', '17:00'), monday('LUNCH', time, time)];
    expect(lines(entries)).toEqual(['MON 09:00-17:00']);
  });

  it('takes no opening from an entry that says nothing, and keeps the others of its day', () => {
    const entries = [monday('HOURS', '09:00', '12:00'), monday('HOURS', '00:00', '00:00')];
    expect(lines(entries)).toEqual(['MON 09:00-12:00']);
  });
});
