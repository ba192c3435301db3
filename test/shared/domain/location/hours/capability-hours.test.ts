import { expect, it } from 'vitest';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/schedules.ts';
import { entriesOf, periodsLike } from './week-of-hours.ts';

type HoursFrom = 'LOCATION' | 'HATCH';

const counter = 'MON HOURS 09:00-17:00, MON LUNCH 12:00-13:00';
const closed = '09/03 SPECIAL_CLOSED';
const ten = '09/03 SPECIAL_HOURS 10:00-11:00';
const place = `${counter}, MON HATCH 07:00-19:00, ${closed}, 16/03 SPECIAL_HOURS 10:00-11:00`;
const own = 'MON HOURS 06:00-20:00';
const withHatch = (hatch: string) => `MON HOURS 09:00-17:00, MON HATCH ${hatch}`;
const shownAsClosed = 'MON SPECIAL_CLOSED';
const shownFromTen = 'MON SPECIAL_HOURS 10:00-11:00';

// hours-by-minute.test.ts covers the minutes of all hours.
it.each<[string, HoursFrom, location: string, own: string | undefined, shown: string]>([
  ['close with the location', 'LOCATION', place, undefined, shownAsClosed],
  ['are special with those of the location', 'LOCATION', `${counter}, ${ten}`, undefined, shownFromTen],
  ["follow only the service's special entries on their dates", 'LOCATION', place, ten, shownFromTen],
  [
    "follow the location's special entries on other dates",
    'LOCATION',
    `${counter}, ${ten}`,
    '16/03 SPECIAL_CLOSED',
    shownFromTen,
  ],
  ['of its own close with the location', 'LOCATION', closed, own, `${shownAsClosed}, TUE CLOSED`],
  [
    'of its own close with the location despite a special lunch',
    'LOCATION',
    closed,
    `${own}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
    shownAsClosed,
  ],
  ['ignore a closure if they are special on its date', 'LOCATION', closed, `${own}, ${ten}`, shownFromTen],
  [
    'of its own ignore special hours and lunch of the location',
    'LOCATION',
    `${ten}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
    own,
    'MON HOURS 06:00-20:00',
  ],
  ['of the hatch close with the location', 'HATCH', place, undefined, shownAsClosed],
  [
    'of the hatch are special even if not shortened',
    'HATCH',
    withHatch(`10:00-11:00, ${ten}`),
    undefined,
    shownFromTen,
  ],
  [
    'of the hatch stay closed on days without a hatch',
    'HATCH',
    withHatch('08:00-11:00, 10/03 SPECIAL_HOURS 10:00-12:00'),
    undefined,
    'TUE CLOSED',
  ],
  [
    'of the hatch ignore a special lunch',
    'HATCH',
    withHatch('08:00-11:00, 09/03 SPECIAL_LUNCH 10:00-10:30'),
    undefined,
    'MON HOURS 08:00-11:00',
  ],
])('the current hours of a capability %s', (_title, hoursFrom, location, service, expected) => {
  const hours = capabilityHours(
    { hours: entriesOf(location) },
    { hours: service === undefined ? undefined : entriesOf(service) },
    { hoursFrom },
  );
  // Monday, 9 March 2026. Only the days that `expected` names are compared.
  const periods = hours && currentHours(hours, 'Australia/Sydney', new Date('2026-03-09T01:00:00Z'));
  expect(periodsLike(expected, periods ?? [])).toBe(expected);
});
