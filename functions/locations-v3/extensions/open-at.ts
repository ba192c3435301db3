import * as z from 'zod/mini';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { openRows } from '../../../shared/domain/location/catalogue/schedule-column.ts';
import { dayMilliseconds, parseDate } from '../../../shared/domain/location/hours/calendar.ts';
import { momentsOf, type RequestedTime } from '../../../shared/domain/location/hours/moment.ts';
import type { OpeningEntries } from '../../../shared/domain/location/hours/opening-hours.ts';
import { type LocationSchedules, schedulesOf } from '../../../shared/domain/location/hours/schedules.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { addViolation, extension, textParam } from '../../../shared/http/query-params.ts';
import { toOpening } from '../../../shared/wire/opening-view.ts';
import type { CapabilityOpening, WorkCentreOpening } from '../../../shared/wire/work-centre.ts';
import type { OfferedCapability } from '../../../shared/wire/work-centre-view.ts';
import type { SelectedFields } from '../fields.ts';

/** Value of `open_at`. `now` is the time of the request. */
type OpenAt = 'now' | RequestedTime;

const minuteMilliseconds = 60_000;

/** RFC 3339, but seconds and offset are optional. Form decoding turns the `+` of an offset into a space. */
const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})t([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:(z)|([-+ ])([01]\d|2[0-3]):([0-5]\d))?$/i;

/** Parses an instant or a local time; undefined if the text is neither, or if its date does not exist. */
const parseDateTime = (text: string): RequestedTime | undefined => {
  const [, year, month, day, ...rest] = dateTimePattern.exec(text) ?? [];
  const date = parseDate(`${day}/${month}/${year}`);
  if (date === undefined) return undefined;
  const [hour, minute, second = 0, zulu, sign, offsetHour = 0, offsetMinute = 0] = rest;
  const minutes = (hours: unknown, rest: unknown) => 60 * Number(hours) + Number(rest);
  const offset = (sign === '-' ? -1 : 1) * minutes(offsetHour, offsetMinute);
  const time = (minutes(hour, minute) - offset) * minuteMilliseconds + Number(second) * 1000;
  return { time: date * dayMilliseconds + time, isLocal: (zulu ?? sign) === undefined };
};

const openAtText = z.pipe(
  z.string(),
  z.transform((text, context): OpenAt => {
    const time = text === 'now' ? text : parseDateTime(text);
    if (time) return time;
    addViolation(context, 'must be now, an RFC 3339 date-time, or a local time such as 2026-12-24T17:30');
    return z.NEVER;
  }),
);

const openAt = (effect: string) =>
  extension(
    z.pipe(textParam(), z.optional(openAtText)),
    `${effect} One of \`now\`, an instant such as \`2026-12-24T17:30:00+11:00\`, and a local time such as ` +
      "`2026-12-24T17:30`, which is interpreted in each location's time zone. At most 31 days ago and 400 days ahead.",
    // Any other example would soon be too far in the past.
    'now',
  );

/** Parameter of the list operation. */
export const openAtParameters = {
  open_at: openAt(
    'Time at which a work centre must be open. With `attribute[operational_capabilities.id]`, at least one of these ' +
      'capabilities must be open. Work centres with unknown hours do not match.',
  ),
};

/** Parameter of the operation that returns one work centre. The parameter does not filter. */
export const openAtParameter = { open_at: openAt('Time for which `opening` is shown.') };

interface OpenAtQuery {
  readonly open_at?: OpenAt | undefined;
  readonly 'attribute[operational_capabilities.id]'?: ReadonlySet<string> | undefined;
}

const maxDaysAgo = 31;
const maxDaysAhead = 400;

/** Rejects times that are too far from now. A local time is checked as if it were UTC. */
export const openAtIsNear = <Query extends OpenAtQuery>(now: () => Date) =>
  z.superRefine<Query>(
    ({ open_at: openAt }, context) => {
      if (typeof openAt !== 'object') return;
      const days = (openAt.time - now().getTime()) / dayMilliseconds;
      const message = `must be at most ${maxDaysAgo} days ago and ${maxDaysAhead} days ahead`;
      // A value that could not be parsed already has an issue, and neither comparison is true for it.
      if (days < -maxDaysAgo || days > maxDaysAhead)
        context.addIssue({ code: 'custom', path: ['open_at'], message });
    },
    { when: () => true },
  );

/**
 * Returns the current minute since the Unix epoch if the response depends on it: if `open_at` is `now`, or if openings
 * are shown and `open_at` is absent. Any other time is already in the parsed request.
 */
export const openingMinute = (
  { open_at: openAt, fields }: OpenAtQuery & { readonly fields?: SelectedFields | undefined },
  now: Date,
): number | undefined => {
  const showsOpenings = [...(fields?.extras ?? [])].some((name) => /(^|\.)opening$/.test(name));
  return openAt === 'now' || (openAt === undefined && showsOpenings)
    ? Math.floor(now.getTime() / minuteMilliseconds)
    : undefined;
};

/** Evaluates openings at `open_at`, which defaults to the start of the current minute. */
export const openings = (
  { open_at: openAt, 'attribute[operational_capabilities.id]': capabilityIds }: OpenAtQuery,
  now: Date,
  capabilityOf: (serviceCode: number) => Capability | undefined,
) => {
  const thisMinute = Math.floor(now.getTime() / minuteMilliseconds) * minuteMilliseconds;
  const time = typeof openAt === 'object' ? openAt : { time: thisMinute, isLocal: false };
  const momentIn = momentsOf(time);
  const schedulesByLocation = new WeakMap<Location, LocationSchedules>();
  const openingsByHours = new WeakMap<OpeningEntries, CapabilityOpening>();
  const schedulesAt = (location: Location): LocationSchedules => {
    const schedules = schedulesByLocation.get(location) ?? schedulesOf(location, capabilityOf);
    schedulesByLocation.set(location, schedules);
    return schedules;
  };
  return {
    /** Selects the rows that are open; undefined if `open_at` is absent. */
    rows: openAt && openRows(time, capabilityIds),
    /**
     * Returns whether the work centre, or any of the requested capabilities, is open; undefined if the time zone is
     * unknown.
     */
    ofWorkCentre(location: Location): WorkCentreOpening | undefined {
      const { timeZone } = location;
      const schedules = schedulesAt(location);
      const schedule = capabilityIds ? schedules.ofCapabilities(capabilityIds) : schedules.ofLocation();
      const moment = momentIn(timeZone);
      return moment && { time_zone: timeZone, ...toOpening(schedule, moment) };
    },
    /** Returns whether a capability is open; undefined if it has no hours, or if the time zone is unknown. */
    ofCapability(
      location: Location,
      { service, capability }: OfferedCapability,
    ): CapabilityOpening | undefined {
      const hours = schedulesAt(location).hoursOf(service, capability);
      const moment = momentIn(location.timeZone);
      if (!hours || !moment) return undefined;
      // Most services of a location share its hours.
      const opening = openingsByHours.get(hours) ?? toOpening([hours], moment);
      openingsByHours.set(hours, opening);
      return opening;
    },
  };
};
