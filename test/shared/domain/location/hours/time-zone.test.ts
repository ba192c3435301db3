import { expect, it } from 'vitest';
import { isTimeZone, timeZoneName } from '../../../../../shared/domain/location/hours/time-zone.ts';

it('isTimeZone knows the names of zones, and takes no offset for one', () => {
  const names = ['Australia/Sydney', 'UTC', 'America/Port-au-Prince', 'australia/nsw'];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(['Australia/Atlantis', '+10:00', '', '10', 'Z'].filter(isTimeZone)).toEqual([]);
});

it('timeZoneName gives every zone in its own letters, whichever it is given', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones.length).toBeGreaterThan(400);
  expect(zones.map(timeZoneName)).toEqual(zones);
  expect(zones.map((zone) => timeZoneName(zone.toUpperCase()))).toEqual(zones);
  expect(timeZoneName('ameRICa/new_york')).toBe('America/New_York');
});

it.each([
  'Australia/NSW',
  'Asia/Kolkata',
  'Etc/GMT+10',
  'Brazil/DeNoronha',
  'EST5EDT',
  'GB-Eire',
  'W-SU',
  'Europe/Isle_of_Man',
  'America/Port_of_Spain',
])('timeZoneName leaves %s alone, though the zone may have another name', (name) => {
  expect(timeZoneName(name)).toBe(name);
});

it.each(['australia/nsw', 'AuSTRALIA/nsW', 'gmt', 'Australia/Atlantis', '+10:00', '', ' UTC'])(
  'timeZoneName knows no %j',
  (name) => {
    expect(timeZoneName(name)).toBeUndefined();
  },
);
