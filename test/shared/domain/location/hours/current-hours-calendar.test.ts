import { describe, expect, it } from 'vitest';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { special, workdays } from './week-of-hours.ts';

const days = (now: string, timeZone: string) =>
  currentHours({ entries: [] }, timeZone, new Date(now)).map(({ day }) => day);

const consecutive = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const weekFrom = (first: string) => {
  const start = consecutive.indexOf(first);
  return [...consecutive.slice(start), ...consecutive.slice(0, start)];
};

/** Dates of the seven days that a one-day closure on `date` falls on: none or one, counted from today. */
const closedOn = (date: string, now: string, timeZone = 'Australia/Sydney') =>
  currentHours({ entries: [special('SPECIAL_CLOSED', [date, date])] }, timeZone, new Date(now)).flatMap(
    ({ type }, later) => (type === 'SPECIAL_CLOSED' ? [later] : []),
  );

describe('today', () => {
  it.each([
    // One instant, three days of the week around the date line.
    ['Pacific/Kiritimati', '2026-03-04T10:30:00Z', 'THU'],
    ['UTC', '2026-03-04T10:30:00Z', 'WED'],
    ['Pacific/Pago_Pago', '2026-03-04T10:30:00Z', 'TUE'],
    ['Pacific/Auckland', '2026-03-04T10:59:59Z', 'WED'],
    ['Pacific/Auckland', '2026-03-04T11:00:00Z', 'THU'],
    // Perth is three hours behind Sydney in summer.
    ['Australia/Perth', '2026-03-04T15:59:59Z', 'WED'],
    ['Australia/Perth', '2026-03-04T16:00:00Z', 'THU'],
  ])('in %s at %s is %s', (timeZone, now, first) => {
    expect(days(now, timeZone)).toEqual(weekFrom(first));
  });

  it.each([
    // Sydney: clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October 2026 at 02:00.
    ['Australia/Sydney', '2026-04-04T12:59:59Z', 'SAT'],
    ['Australia/Sydney', '2026-04-04T13:00:00Z', 'SUN'],
    ['Australia/Sydney', '2026-04-05T13:59:59Z', 'SUN'],
    ['Australia/Sydney', '2026-04-05T14:00:00Z', 'MON'],
    ['Australia/Sydney', '2026-10-03T13:59:59Z', 'SAT'],
    ['Australia/Sydney', '2026-10-03T14:00:00Z', 'SUN'],
    ['Australia/Sydney', '2026-10-04T12:59:59Z', 'SUN'],
    ['Australia/Sydney', '2026-10-04T13:00:00Z', 'MON'],
    // Lord Howe Island moves its clocks by half an hour, from +11:00 to +10:30 and back.
    ['Australia/Lord_Howe', '2026-04-04T12:59:59Z', 'SAT'],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 'SUN'],
    ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', 'SUN'],
    ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', 'MON'],
    ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', 'SUN'],
    ['Australia/Lord_Howe', '2026-10-04T13:00:00Z', 'MON'],
  ])('in %s at %s is %s, on days of 23 to 25 hours too (G23)', (timeZone, now, first) => {
    expect(days(now, timeZone)).toEqual(weekFrom(first));
  });

  it('is read anew when the clock moves on in one zone', () => {
    expect(days('2026-03-04T12:59:59Z', 'Australia/Sydney')[0]).toBe('WED');
    expect(days('2026-03-04T13:00:00Z', 'Australia/Sydney')[0]).toBe('THU');
    expect(days('2026-03-04T12:59:59Z', 'Australia/Sydney')[0]).toBe('WED');
  });
});

describe('special dates', () => {
  it('count on local dates: the last second of a day is in, the next is not', () => {
    expect(closedOn('25/12/2025', '2025-12-25T12:59:59Z')).toEqual([0]);
    expect(closedOn('25/12/2025', '2025-12-25T13:00:00Z')).toEqual([]);
    expect(closedOn('25/12/2025', '2025-12-24T13:00:00Z')).toEqual([0]);
    expect(closedOn('25/12/2025', '2025-12-24T12:59:59Z')).toEqual([1]);
  });

  it('reach the seventh day and no further', () => {
    expect(closedOn('10/03/2026', '2026-03-04T01:00:00Z')).toEqual([6]);
    expect(closedOn('11/03/2026', '2026-03-04T01:00:00Z')).toEqual([]);
  });

  it('go on over the end of a year (G23)', () => {
    const closure = special('SPECIAL_CLOSED', ['30/12/2025', '02/01/2026']);
    const periods = currentHours(
      { entries: [...workdays('HOURS', '09:00', '17:00'), closure] },
      'Australia/Sydney',
      new Date('2025-12-29T01:00:00Z'),
    );
    expect(periods.map(({ day, type }) => `${day} ${type}`)).toEqual([
      'MON HOURS',
      'TUE SPECIAL_CLOSED',
      'WED SPECIAL_CLOSED',
      'THU SPECIAL_CLOSED',
      'FRI SPECIAL_CLOSED',
      'SAT CLOSED',
      'SUN CLOSED',
    ]);
  });

  it('know 29 February in leap years, and in no others (G23)', () => {
    expect(closedOn('29/02/2028', '2028-02-27T01:00:00Z')).toEqual([2]);
    expect(closedOn('01/03/2028', '2028-02-27T01:00:00Z')).toEqual([3]);
    expect(closedOn('01/03/2026', '2026-02-27T01:00:00Z')).toEqual([2]);
    expect(closedOn('29/02/2026', '2026-02-27T01:00:00Z')).toEqual([]);
  });

  it('fall on their own dates when clocks change', () => {
    expect(closedOn('06/04/2026', '2026-04-04T12:30:00Z')).toEqual([2]);
    expect(closedOn('05/10/2026', '2026-10-03T13:30:00Z')).toEqual([2]);
    expect(closedOn('06/04/2026', '2026-04-05T13:30:00Z', 'Australia/Lord_Howe')).toEqual([0]);
  });
});
