import { expect, it } from 'vitest';
import type { Capability } from '../../../../../shared/domain/capability/capability.ts';
import { momentsOf } from '../../../../../shared/domain/location/hours/moment.ts';
import { hoursByDate } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { isOpenAt } from '../../../../../shared/domain/location/hours/openness.ts';
import { type Schedule, schedulesOf } from '../../../../../shared/domain/location/hours/schedules.ts';
import { aCapability } from '../../../../support/networks/network-records.ts';
import { entriesOf } from './week-of-hours.ts';

/** Only capability 1 takes its hours from the location, and only 2 from the hatch. Services 3 and 4 have one id. */
const capabilities: Readonly<Record<number, Capability>> = {
  1: aCapability(1),
  2: { ...aCapability(2), hoursFrom: 'HATCH' },
  3: { ...aCapability(3), hoursFrom: undefined },
  4: { ...aCapability(4), hoursFrom: undefined, capabilityId: 'capability-3' },
};

type Services = Readonly<Record<number, string>>;

/** Returns the schedules of a location whose services have these hours, by code. Code 99 has no capability. */
const schedules = (hours: string, services: Services) =>
  schedulesOf(
    {
      hours: entriesOf(hours),
      services: Object.entries(services).map(([code, own]) => ({
        code: Number(code),
        hours: entriesOf(own),
      })),
    },
    (code) => capabilities[code],
  );

/** Returns the state on Wednesday, 4 March 2026, at a time. */
const stateAt = (time: string, schedule: Schedule): string => {
  const moment = momentsOf({ time: Date.parse(`2026-03-04T${time}Z`), isLocal: true })('Australia/Sydney');
  if (schedule.length === 0 || !moment) return 'unknown';
  return isOpenAt(schedule.map(hoursByDate), moment) ? 'open' : 'closed';
};

/** Expects states at times, written as `08:00 closed, 11:00 open`. */
const expectStates = (schedule: Schedule, expected: string) => {
  const times = expected.split(', ').map((each) => each.slice(0, 5));
  expect(times.map((time) => `${time} ${stateAt(time, schedule)}`).join(', ')).toBe(expected);
};

const office = 'WED HOURS 09:00-17:00';
const unreadable = 'WED HOURS 09:00-09:00';

it.each<[title: string, hours: string, services: Services, states: string]>([
  [
    'is open according to its HOURS, LUNCH and SPECIAL_ entries, not its hatch or capabilities',
    `${office}, WED LUNCH 12:00-13:00, WED HATCH 07:00-19:00, 04/03 SPECIAL_CLOSED 15:00-16:00`,
    { 3: 'WED HOURS 06:00-20:00' },
    '08:00 closed, 11:00 open, 12:30 closed, 15:30 closed, 16:30 open, 18:00 closed',
  ],
  [
    'without usual hours is open when any of its capabilities is',
    'WED HATCH 07:00-09:00',
    { 2: '', 3: 'WED HOURS 08:00-10:00' },
    '06:59 closed, 07:00 open, 09:30 open, 10:00 closed',
  ],
  ['without readable HOURS has no usual hours', unreadable, { 3: 'WED HOURS 08:00-10:00' }, '08:30 open'],
  ['is closed on a special date', `${office}, 04/03 SPECIAL_CLOSED`, { 3: office }, '12:00 closed'],
  ['without hours has an unknown state', '', { 1: '', 3: '' }, '08:00 unknown'],
  [
    'with only a hatch that no capability uses is unknown',
    'WED HATCH 07:00-09:00',
    { 1: '' },
    '08:00 unknown',
  ],
  ['with only special dates is unknown', '04/03 SPECIAL_HOURS 09:00-17:00', { 1: '' }, '08:00 unknown'],
  ['with hours only of a service without a capability is unknown', '', { 99: office }, '10:00 unknown'],
  ['with only unreadable entries is unknown', unreadable, { 1: '' }, '08:00 unknown'],
])('a location %s', (_title, hours, services, states) => {
  expectStates(schedules(hours, services).ofLocation(), states);
});

it.each<[title: string, id: number, hours: string, services: Services, states: string]>([
  ['has its own hours', 3, '', { 3: 'WED-THU HOURS 06:00-20:00' }, '18:00 open'],
  ['closes with the location', 3, `${office}, 04/03 SPECIAL_CLOSED`, { 3: office }, '12:00 closed'],
  ['without hours is open when the location is', 2, office, { 2: '' }, '12:00 open, 18:00 closed'],
  ['has the hours of the hatch', 2, 'WED HATCH 09:00-17:00', { 2: '' }, '12:00 open'],
  [
    'is unknown without hours of its own or usual hours',
    3,
    'WED HATCH 09:00-17:00',
    { 3: '' },
    '12:00 unknown',
  ],
  [
    'is known even if its only readable hours are special',
    3,
    '',
    { 3: `${unreadable}, 04/03 SPECIAL_HOURS 10:00-11:00` },
    '10:30 open, 11:30 closed',
  ],
  [
    'is closed, not unknown, if its lunch covers its hours',
    3,
    '',
    { 3: 'WED HOURS 12:00-13:00, WED LUNCH 12:00-13:00' },
    '12:30 closed',
  ],
  [
    'is open if any service with its id is',
    3,
    '',
    { 3: 'WED HOURS 06:00-08:00', 4: 'WED HOURS 09:00-10:00' },
    '07:00 open, 08:30 closed, 09:30 open',
  ],
  ['is unknown if the location does not offer it', 3, office, { 1: '' }, '12:00 unknown'],
])('a capability %s', (_title, id, hours, services, states) => {
  expectStates(schedules(hours, services).ofCapabilities(new Set([`capability-${id}`])), states);
});

it('several capabilities are open if any of them is', () => {
  const both = schedules('WED HOURS 12:00-13:00', { 1: '', 3: 'WED HOURS 06:00-08:00' });
  expectStates(
    both.ofCapabilities(new Set(['capability-1', 'capability-3'])),
    '07:00 open, 12:30 open, 14:00 closed',
  );
});
