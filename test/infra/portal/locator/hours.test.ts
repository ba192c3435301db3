import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datedWeek } from '../../../../infra/portal/locator/hours/dated-week.ts';
import { opennessInWords, stretchesInWords } from '../../../../infra/portal/locator/hours/hours-in-words.ts';
import { hoursNow } from '../../../../infra/portal/locator/hours/hours-now.ts';
import { localTime } from '../../../../infra/portal/locator/hours/local-time.ts';
import { opennessAt } from '../../../../infra/portal/locator/hours/openness.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/entries.ts';
import { currentHours } from '../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, special } from '../../../shared/domain/location/hours/week-of-hours.ts';

const sydney = 'Australia/Sydney';
const nineToFive = entriesOf('MON-FRI HOURS 09:00-17:00');
const always: readonly HourEntry[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  type: 'HOURS',
  weekday,
  startTime: '00:00',
  endTime: '23:59',
}));

interface Hours {
  readonly entries: readonly HourEntry[];
  readonly timeZone?: string;
  /** Time of the API response; defaults to the time of the display. */
  readonly answered?: string;
}

/** Returns the text that the page displays at a given time. */
const textAt = (at: string, { entries, timeZone = sydney, answered = at }: Hours): string => {
  const responseTime = new Date(answered);
  const periods = currentHours({ entries }, timeZone, responseTime);
  const week = datedWeek(periods, localTime(timeZone, responseTime).day);
  const now = localTime(timeZone, new Date(at));
  return opennessInWords(opennessAt(week, now), now.day);
};

describe('whether a place is open', () => {
  // Wednesday, 4 March 2026 in Sydney, 11 hours ahead of UTC.
  it.each([
    ['2026-03-03T21:59:00Z', 'Closed now, opens 9 am'],
    ['2026-03-03T22:00:00Z', 'Open now, closes 5 pm'],
    ['2026-03-04T05:59:00Z', 'Open now, closes 5 pm'],
    ['2026-03-04T06:00:00Z', 'Closed now, opens tomorrow 9 am'],
    ['2026-03-06T06:00:00Z', 'Closed now, opens Monday 9 am'],
  ])('at %s is: %s', (at, text) => {
    expect(textAt(at, { entries: nineToFive })).toBe(text);
  });

  it('depends on the local time of the place, not of the visitor', () => {
    // 5.30 pm in Sydney, 2.30 pm in Perth.
    const at = '2026-03-04T06:30:00Z';
    expect(textAt(at, { entries: nineToFive })).toBe('Closed now, opens tomorrow 9 am');
    expect(textAt(at, { entries: nineToFive, timeZone: 'Australia/Perth' })).toBe('Open now, closes 5 pm');
  });

  it('continues over midnight', () => {
    const entries = entriesOf('MON-FRI HOURS 18:00-02:00');
    // Wednesday, 11 pm, and Thursday, 1 am.
    expect(textAt('2026-03-04T12:00:00Z', { entries })).toBe('Open now, closes tomorrow 2 am');
    expect(textAt('2026-03-04T14:00:00Z', { entries })).toBe('Open now, closes 2 am');
    expect(textAt('2026-03-04T15:00:00Z', { entries })).toBe('Closed now, opens 6 pm');
  });

  it('counts each period of a day', () => {
    const entries = [...nineToFive, ...entriesOf('MON-FRI LUNCH 12:00-13:30')];
    expect(textAt('2026-03-04T00:59:00Z', { entries })).toBe('Open now, closes noon');
    expect(textAt('2026-03-04T01:00:00Z', { entries })).toBe('Closed now, opens 1:30 pm');
    expect(textAt('2026-03-04T02:30:00Z', { entries })).toBe('Open now, closes 5 pm');
  });

  it('treats the last minute of a day as midnight, and continues past it', () => {
    expect(textAt('2026-03-04T12:59:30Z', { entries: always })).toBe('Open around the clock');
    const untilMidnight = entriesOf('MON-FRI HOURS 18:00-23:59');
    expect(textAt('2026-03-04T12:59:30Z', { entries: untilMidnight })).toBe('Open now, closes midnight');
    const throughTheNight: readonly HourEntry[] = [
      { type: 'HOURS', weekday: 2, startTime: '20:00', endTime: '23:59' },
      { type: 'HOURS', weekday: 3, startTime: '00:00', endTime: '04:00' },
    ];
    expect(textAt('2026-03-04T12:30:00Z', { entries: throughTheNight })).toBe(
      'Open now, closes tomorrow 4 am',
    );
  });

  it('respects special days', () => {
    const closed = [...nineToFive, special('SPECIAL_CLOSED', ['04/03/2026', '05/03/2026'])];
    expect(textAt('2026-03-04T01:00:00Z', { entries: closed })).toBe('Closed now, opens Friday 9 am');
    const longer = [
      ...nineToFive,
      special('SPECIAL_HOURS', ['04/03/2026', '04/03/2026'], ['08:00', '20:00']),
    ];
    expect(textAt('2026-03-04T08:00:00Z', { entries: longer })).toBe('Open now, closes 8 pm');
    const shut = [...nineToFive, special('SPECIAL_CLOSED', ['01/03/2026', '31/03/2026'])];
    expect(textAt('2026-03-04T01:00:00Z', { entries: shut })).toBe('Closed all week');
  });

  it('marks a day as special if any of its periods is', () => {
    const [open, close] = [9, 12].map((hour) => ({ hour, minute: 0 }));
    const periods = [
      { day: 'MON', type: 'SPECIAL_HOURS', open, close },
      { day: 'MON', type: 'HOURS', open: { hour: 13, minute: 0 }, close: { hour: 17, minute: 0 } },
      { day: 'TUE', type: 'HOURS', open, close },
    ] as const;
    expect(datedWeek(periods, 0).map(({ isSpecial }) => isSpecial)).toEqual([true, false]);
  });

  it('is undefined if the browser does not know the time zone', () => {
    const place = { location: { attributes: { lat: 0, lon: 0, distance: 0 }, addresses: [] } };
    const moments = { answeredAt: new Date(0), now: new Date(0) };
    expect(hoursNow(place, { current: [] }, () => 'Nowhere/Land', moments)).toBeUndefined();
    const broken = () => {
      throw new TypeError('no table of time zones');
    };
    expect(() => hoursNow(place, { current: [] }, broken, moments)).toThrow(TypeError);
  });

  it('ends uninterrupted hours at a closed day', () => {
    const entries = [...always, special('SPECIAL_CLOSED', ['06/03/2026', '06/03/2026'])];
    expect(textAt('2026-03-04T01:00:00Z', { entries })).toBe('Open now, closes tomorrow midnight');
  });

  it('is correct when daylight saving time starts or ends', () => {
    // Sunday, 4 October 2026: clocks go from 2 am to 3 am. Sunday, 5 April 2026: from 3 am to 2 am.
    const sundays: readonly HourEntry[] = [
      { type: 'HOURS', weekday: 6, startTime: '01:30', endTime: '09:00' },
    ];
    const forward = { entries: sundays, answered: '2026-10-03T14:00:00Z' };
    expect(textAt('2026-10-03T15:29:00Z', forward)).toBe('Closed now, opens 1:30 am');
    expect(textAt('2026-10-03T16:00:00Z', forward)).toBe('Open now, closes 9 am');
    expect(textAt('2026-10-03T21:59:00Z', forward)).toBe('Open now, closes 9 am');
    expect(textAt('2026-10-03T22:00:00Z', forward)).not.toContain('Open');
    const back = { entries: sundays, answered: '2026-04-04T13:30:00Z' };
    expect(textAt('2026-04-04T15:30:00Z', back)).toBe('Open now, closes 9 am');
    expect(textAt('2026-04-04T22:59:00Z', back)).toBe('Open now, closes 9 am');
    expect(textAt('2026-04-04T23:00:00Z', back)).not.toContain('Open');
  });

  it('is updated on a page that stays open past midnight, until its week is over', () => {
    const hours = { entries: nineToFive, answered: '2026-03-04T01:00:00Z' };
    expect(textAt('2026-03-04T23:00:00Z', hours)).toBe('Open now, closes 5 pm');
    expect(textAt('2026-03-12T01:00:00Z', hours)).toBe('Hours not known');
  });

  it('is correct if the date of the response is off, based on the first weekday', () => {
    const periods = currentHours({ entries: nineToFive }, sydney, new Date('2026-03-04T01:00:00Z'));
    const wednesday = localTime(sydney, new Date('2026-03-04T01:00:00Z')).day;
    for (const off of [-2, -1, 0, 1, 2]) {
      expect(datedWeek(periods, wednesday + off).map(({ date }) => date - wednesday)).toEqual([
        0, 1, 2, 3, 4, 5, 6,
      ]);
    }
  });
});

const timeOfDay = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const entry = fc.tuple(fc.nat(6), fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 })).map(
  ([weekday, one, other]): HourEntry => ({
    type: 'HOURS',
    weekday,
    startTime: timeOfDay(Math.min(one, other)),
    endTime: timeOfDay(Math.max(one, other)),
  }),
);

it('any week is open exactly during its periods, and changes at the stated time', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), fc.integer({ min: 0, max: 1439 }), (entries, minute) => {
      const monday = 20_513; // 1 March 2026 was a Sunday.
      const periods = currentHours({ entries }, 'UTC', new Date((monday + 1) * 86_400_000));
      const week = datedWeek(periods, monday + 1);
      const isOpenAt = (moment: number) =>
        week.some(({ date, stretches }) =>
          stretches.some(({ start, end }) => {
            const from = date * 1440;
            return from + start <= moment && moment < from + end;
          }),
        );
      const day = monday + 1;
      const openness = opennessAt(week, { day, minute });
      expect(openness.state.includes('open')).toBe(isOpenAt(day * 1440 + minute));
      if (!('until' in openness)) return;
      const change = openness.until.day * 1440 + openness.until.minute;
      for (let moment = day * 1440 + minute; moment < change; moment++) {
        expect(isOpenAt(moment)).toBe(openness.state === 'open');
      }
      expect(isOpenAt(change)).toBe(openness.state === 'closed');
    }),
    { numRuns: 60 },
  );
});

it('formats the hours of a day', () => {
  expect(stretchesInWords([])).toBe('Closed');
  expect(stretchesInWords([{ start: 0, end: 1440 }])).toBe('Open 24 hours');
  expect(
    stretchesInWords([
      { start: 540, end: 720 },
      { start: 785, end: 1440 },
    ]),
  ).toBe('9 am – noon, 1:05 pm – midnight');
  expect(stretchesInWords([{ start: 30, end: 750 }])).toBe('12:30 am – 12:30 pm');
});
