import * as z from 'zod';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type HourlyWork, startHourlyWork } from '../start/hourly-work.ts';
import type { DeployedFunction } from '../template/deployment.ts';
import type { EventEndpoint } from './event-endpoint.ts';

const days = z.coerce.number().int().positive();

/** Days for which enquiries are kept, as the functions that take them are told; undefined where none does. */
export const enquiryRetentionDays = (
  functions: Iterable<Pick<DeployedFunction, 'environment'>>,
): number | undefined => {
  for (const { environment } of functions) {
    const { ENQUIRY_RETENTION_DAYS: told } = environment;
    if (told !== undefined) return days.parse(told);
  }
  return undefined;
};

export interface EventSweepSettings {
  readonly events: Pick<EventEndpoint, 'dropBefore'>;
  readonly keptDays: number;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/**
 * Drops events that are older than the enquiries which they hold may be, soon and then every hour. A sweep that fails is
 * told, and the next one tries again.
 */
export const startEventSweeps = ({
  events,
  keptDays,
  log,
  clock = systemClock,
}: EventSweepSettings): HourlyWork =>
  startHourlyWork(async () => {
    try {
      const dropped = await events.dropBefore(clock.now() - keptDays * dayMilliseconds);
      if (dropped > 0) log(`events: ${dropped} of more than ${keptDays} days ago were deleted`);
    } catch (error) {
      log(`events: old ones were not deleted: ${error}`);
    }
  }, clock);
