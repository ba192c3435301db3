import { describe, expect, it } from 'vitest';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/schedules.ts';
import { entriesOf, periodsLike } from './week-of-hours.ts';

type HoursFrom = 'LOCATION' | 'HATCH';

const hoursOf = (hoursFrom: HoursFrom, location: string, own?: string) =>
  capabilityHours(
    { hours: entriesOf(location) },
    { hours: own === undefined ? undefined : entriesOf(own) },
    { hoursFrom },
  );

const counter = 'MON HOURS 09:00-17:00, MON LUNCH 12:00-13:00';
const closed = '09/03 SPECIAL_CLOSED';
const tenToEleven = '09/03 SPECIAL_HOURS 10:00-11:00';
const tenToTwelve = '09/03 SPECIAL_HOURS 10:00-12:00';
const place = `${counter}, MON HATCH 07:00-19:00, ${closed}, 16/03 SPECIAL_HOURS 10:00-11:00`;

// hours-by-minute.test.ts covers the minutes of all hours.
describe('the current hours of a capability', () => {
  const own = 'MON HOURS 06:00-20:00';
  const counterAndHatch = (hatch: string) => `MON HOURS 09:00-17:00, MON HATCH ${hatch}`;

  it.each<[string, HoursFrom, string, string | undefined, string]>([
    ['close with the location', 'LOCATION', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'are special if the hours of the location are special',
      'LOCATION',
      `${counter}, ${tenToEleven}`,
      undefined,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow only the special entries of the service on dates that have such entries',
      'LOCATION',
      place,
      tenToEleven,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow special entries of the location on other dates',
      'LOCATION',
      `${counter}, ${tenToEleven}`,
      '16/03 SPECIAL_CLOSED',
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    ['with its own hours close with the location', 'LOCATION', closed, own, 'MON SPECIAL_CLOSED, TUE CLOSED'],
    [
      'with its own hours close with the location even if the service has a special lunch',
      'LOCATION',
      closed,
      `${own}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      'MON SPECIAL_CLOSED',
    ],
    [
      'with its own hours ignore a closure of the location if they are special on its date',
      'LOCATION',
      closed,
      `${own}, ${tenToTwelve}`,
      'MON SPECIAL_HOURS 10:00-12:00',
    ],
    [
      'with its own hours ignore special hours and special lunch of the location',
      'LOCATION',
      `${tenToTwelve}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      own,
      'MON HOURS 06:00-20:00',
    ],
    ['of the hatch close with the location', 'HATCH', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'of the hatch are special even if not shortened',
      'HATCH',
      counterAndHatch(`10:00-11:00, ${tenToTwelve}`),
      undefined,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'of the hatch stay closed on days without a hatch',
      'HATCH',
      counterAndHatch('08:00-11:00, 10/03 SPECIAL_HOURS 10:00-12:00'),
      undefined,
      'TUE CLOSED',
    ],
    [
      'of the hatch ignore a special lunch',
      'HATCH',
      counterAndHatch('08:00-11:00, 09/03 SPECIAL_LUNCH 10:00-10:30'),
      undefined,
      'MON HOURS 08:00-11:00',
    ],
  ])('%s', (_title, hoursFrom, location, service, expected) => {
    const hours = hoursOf(hoursFrom, location, service);
    // Monday, 9 March 2026. Only the days that `expected` names are compared.
    const periods = hours && currentHours(hours, 'Australia/Sydney', new Date('2026-03-09T01:00:00Z'));
    expect(periodsLike(expected, periods ?? [])).toBe(expected);
  });
});
