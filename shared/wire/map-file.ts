import * as z from 'zod/mini';
import type { Capability } from '../domain/capability/capability.ts';
import { lazy } from '../domain/lazy.ts';
import { distinctValues } from '../domain/location/catalogue/column-builder.ts';
import type { ScheduleColumn } from '../domain/location/catalogue/schedule-column.ts';
import type { CalendarDay, DayName } from '../domain/location/hours/calendar.ts';
import { type HourEntry, hourEntry } from '../domain/location/hours/entries.ts';
import { type Interval, union } from '../domain/location/hours/intervals.ts';
import { momentsOf, type RequestedTime } from '../domain/location/hours/moment.ts';
import { hoursByDate, type OpeningEntries } from '../domain/location/hours/opening-hours.ts';
import { isOpenAt } from '../domain/location/hours/openness.ts';
import { type Location, principalAddress } from '../domain/location/location.ts';
import { descriptionOfType, locationTypes } from '../domain/location/location-types.ts';
import { toOpening } from './opening-view.ts';
import type { WorkCentreOpening } from './work-centre.ts';

/**
 * The public map file: the whole network in one JSON document, from which the locator draws, filters and evaluates
 * opening hours without a request to the API. The publisher writes it and browsers open it, so this module uses no Node
 * API.
 *
 * Places are rows of columns, ordered by id. Texts, services and schedules that many places share are listed once.
 */

const count = z.int().check(z.minimum(0));
const index = count;

const openingEntries = z.object({
  entries: z.array(index),
  of_location: z.optional(z.array(index)),
  is_hatch: z.optional(z.boolean()),
});

const columns = {
  id: z.array(z.string()),
  /** Indexes into `kinds`. */
  kind: z.array(index),
  /** Degrees, with five decimal places (about a metre). */
  lat: z.array(z.number()),
  lon: z.array(z.number()),
  /** Names; an empty string if the name is the description of the kind. */
  name: z.array(z.string()),
  /** Indexes into `suburbs`. */
  suburb: z.array(index),
  postcode: z.array(z.string()),
  /** Indexes into `service_sets`. */
  services_of: z.array(index),
  /** Indexes into `schedules`. */
  schedule: z.array(index),
  /** Indexes into `service_hours`. */
  hours_of: z.array(index),
};
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

/** Content of the map file. All columns have `count` rows, and all indexes are valid. */
const mapFile = z
  .object({
    version: z.string(),
    /** Time at which the publisher started to read the tables. */
    generated_at: z.iso.datetime(),
    count,
    kinds: z.array(z.enum(locationTypes)),
    /** Services by v2 code, with their v3 ids. Several codes can share an id. */
    services: z.array(z.object({ code: z.int(), id: z.string(), name: z.string() })),
    /** Suburbs with their states. */
    suburbs: z.array(z.tuple([z.string(), z.string()])),
    /**
     * Usual weeks and special days, in local time. A place is open when it is open according to any element of `hours`,
     * which is empty if no hours are known.
     */
    schedules: z.array(z.object({ time_zone: z.string(), hours: z.array(openingEntries) })),
    entries: z.array(hourEntry),
    /** Sets of indexes into `services`. */
    service_sets: z.array(z.array(index)),
    /** Services whose hours differ from their place's hours: pairs of indexes into `services` and `schedules`. */
    service_hours: z.array(z.array(z.tuple([index, index]))),
    ...columns,
  })
  .check(
    z.superRefine((file, context) => {
      const isWithin = (positions: readonly number[], list: readonly unknown[]) =>
        positions.every((position) => position < list.length);
      const sound = {
        kind: isWithin(file.kind, file.kinds),
        suburb: isWithin(file.suburb, file.suburbs),
        services_of: isWithin(file.services_of, file.service_sets),
        service_sets: file.service_sets.every((set) => isWithin(set, file.services)),
        schedule: isWithin(file.schedule, file.schedules),
        hours_of: isWithin(file.hours_of, file.service_hours),
        service_hours: file.service_hours.every((pairs) =>
          pairs.every(
            ([service, schedule]) => service < file.services.length && schedule < file.schedules.length,
          ),
        ),
        schedules: file.schedules.every(({ hours }) =>
          hours.every(({ entries, of_location = [] }) =>
            isWithin([...entries, ...of_location], file.entries),
          ),
        ),
        ...Object.fromEntries(
          columnNames.filter((name) => file[name].length !== file.count).map((name) => [name, false]),
        ),
      };
      for (const [name, isSound] of Object.entries(sound))
        if (!isSound)
          context.addIssue({ code: 'custom', path: [name], message: 'does not match the other columns' });
    }),
  );
type MapFile = z.infer<typeof mapFile>;

/** Pointer to the newest map file. The pointer's URL stays the same, and clients revalidate it. */
export const mapPointer = z.object({
  version: z.string(),
  /** Path of the map file on the portal's origin. The file at this path never changes. */
  file: z.string().check(z.startsWith('/map/')),
  bytes: count,
  sha256: z.string(),
  generated_at: z.iso.datetime(),
  count,
});
export type MapPointer = z.infer<typeof mapPointer>;

interface MapVersion {
  readonly version: string;
  readonly generatedAt: Date;
  /** Schedules of the catalogue, and the row of each location in it, ordered by code. */
  readonly schedules: ScheduleColumn;
  readonly rows: ArrayLike<number>;
}

/**
 * Creates a builder for a map file. `capabilities` are all capabilities of the network. Every location must be added
 * once, ordered by code.
 */
export const mapFileBuilder = (capabilities: readonly Capability[]) => {
  const offered = new Map(capabilities.map((capability, position) => [capability.serviceCode, position]));
  const suburbs = distinctValues<[string, string]>();
  const serviceSets = distinctValues<number[]>();
  const kinds = distinctValues<Location['type']>();
  const timeZones: string[] = [];
  const rows = {
    id: [] as string[],
    kind: [] as number[],
    lat: [] as number[],
    lon: [] as number[],
    name: [] as string[],
    suburb: [] as number[],
    postcode: [] as string[],
    services_of: [] as number[],
  };
  return {
    add(location: Location): void {
      const { type, coordinates, name = location.description } = location;
      const { suburb, state, postcode } = principalAddress(location);
      const services = new Set(location.services.flatMap(({ code }) => offered.get(code) ?? []));
      rows.id.push(location.locationCode);
      rows.kind.push(kinds.positionOf(type, type));
      rows.lat.push(fiveDigits(coordinates.lat));
      rows.lon.push(fiveDigits(coordinates.lon));
      rows.name.push(name === descriptionOfType[type] ? '' : name);
      rows.suburb.push(suburbs.positionOf(`${state}\n${suburb}`, [suburb, state]));
      rows.postcode.push(postcode);
      const set = [...services].sort((one, other) => one - other);
      rows.services_of.push(serviceSets.positionOf(set.join(), set));
      timeZones.push(location.timeZone);
    },
    finish({ version, generatedAt, schedules: column, rows: rowOfRank }: MapVersion): MapFile {
      const { schedules, numbers, ofCapabilities } = column;
      const entries = distinctValues<HourEntry>();
      const positionsOf = (some: readonly HourEntry[]) =>
        some.map((entry) => entries.positionOf(JSON.stringify(entry), entry));
      const scheduled = schedules.map(({ timeZone, hours }) => ({
        time_zone: timeZone,
        hours: hours.map(({ entries, ofLocation, isHatch }) => ({
          entries: positionsOf(entries),
          ...(ofLocation && { of_location: positionsOf(ofLocation) }),
          ...(isHatch && { is_hatch: true }),
        })),
      }));
      const unknown = distinctValues<MapFile['schedules'][number]>();
      const positionOf = (number: number, timeZone: string): number => {
        // The column counts schedules from 1. 0 stands for unknown hours in any time zone.
        if (number > 0) return number - 1;
        return scheduled.length + unknown.positionOf(timeZone, { time_zone: timeZone, hours: [] });
      };
      const numberOf = (rank: number): number => numbers[rowOfRank[rank] ?? 0] ?? 0;
      const schedule = timeZones.map((timeZone, rank) => positionOf(numberOf(rank), timeZone));
      const serviceHours = distinctValues<[number, number][]>();
      const otherHours = timeZones.map((): [number, number][] => []);
      for (const [position, id] of firstPositions(capabilities)) {
        const offering = ofCapabilities.get(id);
        const numberByRow = new Map(offering && zip(offering.rows, offering.numbers));
        for (const [rank, timeZone] of timeZones.entries()) {
          const set = serviceSets.values[rows.services_of[rank] ?? 0] ?? [];
          const number = numberByRow.get(rowOfRank[rank] ?? 0) ?? 0;
          if (number !== numberOf(rank) && set.some((each) => capabilities[each]?.capabilityId === id))
            otherHours[rank]?.push([position, positionOf(number, timeZone)]);
        }
      }
      const hoursOf = otherHours.map((pairs) => serviceHours.positionOf(pairs.join(), pairs));
      return {
        version,
        generated_at: generatedAt.toISOString(),
        count: rows.id.length,
        kinds: kinds.values,
        services: capabilities.map(({ serviceCode, capabilityId, description }) => ({
          code: serviceCode,
          id: capabilityId,
          name: description,
        })),
        suburbs: suburbs.values,
        schedules: [...scheduled, ...unknown.values],
        entries: entries.values,
        service_sets: serviceSets.values,
        service_hours: serviceHours.values,
        ...rows,
        schedule,
        hours_of: hoursOf,
      };
    },
  };
};

type MapService = MapFile['services'][number];

/** A place in the network, with its data from the map file. */
export interface MapPlace {
  readonly id: string;
  readonly kind: Location['type'];
  /** Name, or the description of its kind. */
  readonly name: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number;
  readonly lon: number;
  /** Places with the same services share one list. */
  readonly services: readonly MapService[];
  /** Number of its schedule, which other places may share. */
  readonly schedule: number;
  /** Schedules of the services whose hours differ from the place's hours, by id. */
  readonly schedulesOfServices: ReadonlyMap<string, number>;
}

/** Hours of a place on one date. */
export interface HoursOfDay {
  readonly date: CalendarDay;
  readonly day: DayName;
  /** Intervals during which the place is open, in order, in minutes of the day. */
  readonly open: readonly Interval[];
  /** Whether the date differs from the usual week. */
  readonly isSpecial: boolean;
}

/** An instant in epoch milliseconds, or a requested time, which can be local. */
type Time = number | RequestedTime;

/** Opens the content of a map file. Throws ZodError if the content is invalid. */
export const openMapFile = (content: unknown) => {
  const file = mapFile.parse(content);
  const serviceSets = file.service_sets.map((set) =>
    set.flatMap((position) => file.services[position] ?? []),
  );
  const serviceHours = file.service_hours.map(
    (pairs) =>
      new Map(pairs.map(([service, schedule]) => [file.services[service]?.id ?? '', schedule] as const)),
  );
  const entriesAt = (positions: readonly number[]) =>
    positions.flatMap((position) => file.entries[position] ?? []);
  const schedules = file.schedules.map(({ time_zone: timeZone, hours: stored }) => {
    const hours = stored.map(
      ({ entries, of_location, is_hatch }): OpeningEntries => ({
        entries: entriesAt(entries),
        ...(of_location && { ofLocation: entriesAt(of_location) }),
        ...(is_hatch && { isHatch: true }),
      }),
    );
    return { timeZone, hours, byDate: lazy(() => hours.map(hoursByDate)) };
  });
  const at = latest((time: RequestedTime) => {
    const momentIn = momentsOf(time);
    const judged = schedules.map(({ timeZone, hours, byDate }) =>
      lazy(() => {
        const moment = momentIn(timeZone);
        if (!moment) return undefined;
        const openingOf = (shared: readonly OpeningEntries[]): WorkCentreOpening => ({
          time_zone: timeZone,
          ...toOpening(shared, moment),
        });
        const opening = lazy(() => openingOf(hours));
        return { byDate, moment, isOpen: isOpenAt(byDate(), moment), hours, opening, openingOf };
      }),
    );
    return (schedule: number) => judged[schedule]?.();
  });
  /** Returns the schedules of those services that a place offers or, if no services are given, its own schedule. */
  const schedulesOf = (place: MapPlace, serviceIds: readonly string[]): readonly number[] => {
    if (serviceIds.length === 0) return [place.schedule];
    const offered = place.services.filter(({ id }) => serviceIds.includes(id));
    return [...new Set(offered.map(({ id }) => place.schedulesOfServices.get(id) ?? place.schedule))];
  };
  return {
    version: file.version,
    generatedAt: file.generated_at,
    /** All services of the network, sorted by code. */
    services: file.services,
    /** Sorted by id. */
    places: file.id.map((id, row): MapPlace => {
      const kind = file.kinds[file.kind[row] ?? 0] ?? 'PO';
      const [suburb, state] = file.suburbs[file.suburb[row] ?? 0] ?? ['', ''];
      return {
        id,
        kind,
        name: file.name[row] || descriptionOfType[kind],
        suburb,
        state,
        postcode: file.postcode[row] ?? '',
        lat: file.lat[row] ?? 0,
        lon: file.lon[row] ?? 0,
        services: serviceSets[file.services_of[row] ?? 0] ?? [],
        schedule: file.schedule[row] ?? 0,
        schedulesOfServices: serviceHours[file.hours_of[row] ?? 0] ?? new Map(),
      };
    }),
    /**
     * Whether the place is open, by the rules of `open_at` in version 3: whether any of the services with these ids is
     * open or, if no ids are given, the place itself. False if the hours are unknown.
     */
    isOpenAt: (place: MapPlace, time: Time, serviceIds: readonly string[] = []): boolean =>
      schedulesOf(place, serviceIds).some((schedule) => at(time)(schedule)?.isOpen),
    /**
     * Returns the `opening` of the place, or of these services, as in version 3; undefined if the time zone is unknown.
     */
    openingAt(
      place: MapPlace,
      time: Time,
      serviceIds: readonly string[] = [],
    ): WorkCentreOpening | undefined {
      const schedules = schedulesOf(place, serviceIds).map(at(time));
      const [only, ...others] = schedules;
      if (only && others.length === 0) return only.opening();
      const hours = new Set(schedules.flatMap((schedule) => schedule?.hours ?? []));
      return at(time)(place.schedule)?.openingOf([...hours]);
    },
    /**
     * Returns the hours of the place, or of one of its services, for a number of days, starting on the local date at
     * this time. Empty if the hours or the time zone are unknown.
     */
    daysFrom(place: MapPlace, time: Time, days: number, serviceId = ''): readonly HoursOfDay[] {
      const judged = at(time)(place.schedulesOfServices.get(serviceId) ?? place.schedule);
      const [first, ...others] = judged?.byDate() ?? [];
      if (!judged || !first) return [];
      return Array.from({ length: days }, (_, offset) => {
        const date = judged.moment.date + offset;
        const { day } = first(date);
        const hours = [first, ...others].map((hoursOn) => hoursOn(date));
        return {
          date,
          day,
          open: union(hours.flatMap(({ open }) => open)),
          isSpecial: hours.some(({ isSpecial }) => isSpecial),
        };
      });
    },
  };
};

export type NetworkMap = ReturnType<typeof openMapFile>;

const firstPositions = (capabilities: readonly Capability[]): readonly (readonly [number, string])[] =>
  [...new Set(capabilities.map(({ capabilityId }) => capabilityId))].map((id) => [
    capabilities.findIndex(({ capabilityId }) => capabilityId === id),
    id,
  ]);

const zip = (some: Uint32Array, others: Uint32Array): readonly (readonly [number, number])[] =>
  Array.from(some, (each, position) => [each, others[position] ?? 0]);

const fiveDigits = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Number of points in time whose results are cached: now, and the time of a filter. */
const maxTimes = 2;

/** Caches the results for the latest times, because the page evaluates all places at each of these times. */
const latest = <Result>(compute: (time: RequestedTime) => Result) => {
  const cached = new Map<string, Result>();
  return (given: Time): Result => {
    const time = typeof given === 'number' ? { time: given, isLocal: false } : given;
    const key = `${time.time} ${time.isLocal}`;
    const result = cached.get(key) ?? compute(time);
    // Moves the key to the end, so that the oldest key is first.
    cached.delete(key);
    cached.set(key, result);
    const [oldest] = cached.keys();
    if (cached.size > maxTimes && oldest !== undefined) cached.delete(oldest);
    return result;
  };
};
