import { describe, expect, it } from 'vitest';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { special } from './week-of-hours.ts';

const days = (now: string, timeZone: string) =>
  currentHours({ entries: [] }, timeZone, new Date(now)).map(({ day }) => day);

const consecutive = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const weekFrom = (first: string) => {
  const start = consecutive.indexOf(first);
  return [...consecutive.slice(start), ...consecutive.slice(0, start)];
};

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
])('current hours begin today in %s: at %s with %s (G23)', (timeZone, now, first) => {
  expect(days(now, timeZone)).toEqual(weekFrom(first));
});

it('current hours follow a clock that moves on, and back', () => {
  const firstDays = ['12:59:59', '13:00:00', '12:59:59'].map(
    (time) => days(`2026-03-04T${time}Z`, 'Australia/Sydney')[0],
  );
  expect(firstDays).toEqual(['WED', 'THU', 'WED']);
});

describe('a special closure', () => {
  it.each<[string, string, string, number[], string?]>([
    ['begins at local midnight', '25/12/2025', '2025-12-24T13:00:00Z', [0]],
    ['is tomorrow a second before local midnight', '25/12/2025', '2025-12-24T12:59:59Z', [1]],
    ['includes the last second of its date', '25/12/2025', '2025-12-25T12:59:59Z', [0]],
    ['ends at local midnight', '25/12/2025', '2025-12-25T13:00:00Z', []],
    ['shows on the seventh day', '10/03/2026', '2026-03-04T01:00:00Z', [6]],
    ['does not show on the eighth day', '11/03/2026', '2026-03-04T01:00:00Z', []],
    ['shows on 29 February in a leap year (G23)', '29/02/2028', '2028-02-27T01:00:00Z', [2]],
    ['shows after 29 February in a leap year (G23)', '01/03/2028', '2028-02-27T01:00:00Z', [3]],
    ['shows after 28 February in another year (G23)', '01/03/2026', '2026-02-27T01:00:00Z', [2]],
    ['never shows on 29 February in another year (G23)', '29/02/2026', '2026-02-27T01:00:00Z', []],
    ['shows on its date when clocks go back', '06/04/2026', '2026-04-04T12:30:00Z', [2]],
    ['shows on its date when clocks go forward', '05/10/2026', '2026-10-03T13:30:00Z', [2]],
    [
      'shows on its date after half an hour',
      '06/04/2026',
      '2026-04-05T13:30:00Z',
      [0],
      'Australia/Lord_Howe',
    ],
    ['continues over the end of a year (G23)', '30/12/2025-02/01/2026', '2025-12-29T01:00:00Z', [1, 2, 3, 4]],
  ])('%s', (_title, dates, now, expected, timeZone = 'Australia/Sydney') => {
    const [first = '', last = first] = dates.split('-');
    const entries = [special('SPECIAL_CLOSED', [first, last])];
    const closed = currentHours({ entries }, timeZone, new Date(now)).flatMap(({ type }, later) =>
      type === 'SPECIAL_CLOSED' ? later : [],
    );
    expect(closed).toEqual(expected);
  });
});
