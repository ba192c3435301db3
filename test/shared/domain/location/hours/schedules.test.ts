import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../../shared/domain/capability/capability.ts';
import { momentsOf } from '../../../../../shared/domain/location/hours/moment.ts';
import { hoursByDate } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { isOpenAt } from '../../../../../shared/domain/location/hours/openness.ts';
import { type Schedule, schedulesOf } from '../../../../../shared/domain/location/hours/schedules.ts';
import { aCapability } from '../../../../support/networks/network-records.ts';
import { entriesOf } from './week-of-hours.ts';

const capabilities: Readonly<Record<number, Capability>> = {
  1: aCapability(1),
  2: { ...aCapability(2), hoursFrom: 'HATCH' },
  3: { ...aCapability(3), hoursFrom: undefined },
  4: { ...aCapability(4), hoursFrom: undefined, capabilityId: 'capability-3' },
};

/** Returns the schedules of a location whose services have these hours, by code. Code 99 has no capability. */
const schedules = (hours: string, services: Readonly<Record<number, string>>) =>
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

const capability = (code: number) => new Set([`capability-${code}`]);

describe('a location', () => {
  it('is open according to its HOURS, LUNCH and SPECIAL_ entries, not its hatch or capabilities', () => {
    const office = schedules(
      'WED HOURS 09:00-17:00, WED LUNCH 12:00-13:00, WED HATCH 07:00-19:00, 04/03 SPECIAL_CLOSED 15:00-16:00',
      { 3: 'WED HOURS 06:00-20:00' },
    );
    const states = ['08:00', '11:00', '12:30', '15:30', '16:30', '18:00'].map((time) =>
      stateAt(time, office.ofLocation()),
    );
    expect(states).toEqual(['closed', 'open', 'closed', 'closed', 'open', 'closed']);
  });

  it('without usual hours is open when any of its capabilities is', () => {
    const depot = schedules('WED HATCH 07:00-09:00', { 2: '', 3: 'WED HOURS 08:00-10:00' });
    expect(['06:59', '07:00', '09:30', '10:00'].map((time) => stateAt(time, depot.ofLocation()))).toEqual([
      'closed',
      'open',
      'open',
      'closed',
    ]);
  });

  it('without readable HOURS has no usual hours', () => {
    const unreadable = schedules('WED HOURS 09:00-09:00', { 3: 'WED HOURS 08:00-10:00' });
    expect(stateAt('08:30', unreadable.ofLocation())).toBe('open');
  });

  it.each([
    ['no hours', '', { 1: '', 3: '' }],
    ['only a hatch, and no capability that uses it', 'WED HATCH 07:00-09:00', { 1: '', 3: '' }],
    ['only special dates', '04/03 SPECIAL_HOURS 09:00-17:00', { 1: '' }],
    ['hours only of a service without a capability', '', { 99: 'WED HOURS 09:00-17:00' }],
    ['only entries that cannot be read', 'WED HOURS 09:00-09:00', { 1: '' }],
  ])('with %s has an unknown state', (_title, hours, services) => {
    expect(stateAt('08:00', schedules(hours, services).ofLocation())).toBe('unknown');
  });
});

describe('a capability', () => {
  it('has its own hours, and closes with the location', () => {
    const own = { 3: 'WED-THU HOURS 06:00-20:00' };
    expect(stateAt('18:00', schedules('', own).ofCapabilities(capability(3)))).toBe('open');
    const closed = schedules('WED HOURS 09:00-17:00, 04/03 SPECIAL_CLOSED', own);
    expect(stateAt('12:00', closed.ofCapabilities(capability(3)))).toBe('closed');
    expect(stateAt('12:00', closed.ofLocation())).toBe('closed');
  });

  it('without hours is open when the location is', () => {
    const { ofCapabilities } = schedules('WED HOURS 09:00-17:00', { 2: '', 3: '' });
    expect(stateAt('12:00', ofCapabilities(capability(2)))).toBe('open');
    expect(stateAt('18:00', ofCapabilities(capability(3)))).toBe('closed');
  });

  it('without hours has an unknown state if the location has no usual hours either', () => {
    const { ofCapabilities } = schedules('WED HATCH 09:00-17:00', { 2: '', 3: '' });
    expect(stateAt('12:00', ofCapabilities(capability(2)))).toBe('open');
    expect(stateAt('12:00', ofCapabilities(capability(3)))).toBe('unknown');
  });

  it('has a known state even if its only readable hours are special', () => {
    const { ofCapabilities } = schedules('', { 3: 'WED HOURS 09:00-09:00, 04/03 SPECIAL_HOURS 10:00-11:00' });
    expect(stateAt('10:30', ofCapabilities(capability(3)))).toBe('open');
    expect(stateAt('11:30', ofCapabilities(capability(3)))).toBe('closed');
  });

  it('is open if any of several requested capabilities is open', () => {
    const { ofCapabilities } = schedules('', { 3: 'WED HOURS 06:00-08:00', 4: 'WED HOURS 09:00-10:00' });
    // Two services with the same id.
    expect(['07:00', '08:30', '09:30'].map((time) => stateAt(time, ofCapabilities(capability(3))))).toEqual([
      'open',
      'closed',
      'open',
    ]);
    const both = schedules('WED HOURS 12:00-13:00', { 1: '', 3: 'WED HOURS 06:00-08:00' });
    const ids = capability(1).union(capability(3));
    expect(['07:00', '12:30', '14:00'].map((time) => stateAt(time, both.ofCapabilities(ids)))).toEqual([
      'open',
      'open',
      'closed',
    ]);
  });

  it('has an unknown state if the location does not offer it', () => {
    expect(schedules('WED HOURS 09:00-17:00', { 1: '' }).ofCapabilities(capability(3))).toEqual([]);
  });
});
