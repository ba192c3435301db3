import { formatInstant, type Moment } from '../domain/location/hours/moment.ts';
import { hoursByDate } from '../domain/location/hours/opening-hours.ts';
import { opennessAt } from '../domain/location/hours/openness.ts';
import type { Schedule } from '../domain/location/hours/schedules.ts';
import type { CapabilityOpening } from './work-centre.ts';

export const toOpening = (schedule: Schedule, moment: Moment): CapabilityOpening => {
  const at = formatInstant(moment.at, moment);
  if (schedule.length === 0) return { at, state: 'UNKNOWN' };
  const { isOpen, changesAt, isSpecial } = opennessAt(schedule.map(hoursByDate), moment);
  const change = changesAt === undefined ? undefined : formatInstant(changesAt, moment);
  return {
    at,
    state: isOpen ? 'OPEN' : 'CLOSED',
    ...(change !== undefined && (isOpen ? { open_until: change } : { next_opening: change })),
    special: isSpecial,
  };
};
