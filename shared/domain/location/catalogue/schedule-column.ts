import { LRUCache } from 'lru-cache';
import { type PositionSet, positionsNumbered } from '../../../spatial/index.ts';
import type { Capability } from '../../capability/capability.ts';
import { momentsOf, type RequestedTime } from '../hours/moment.ts';
import { hoursByDate, type OpeningEntries } from '../hours/opening-hours.ts';
import { isOpenAt } from '../hours/openness.ts';
import { type Schedule, schedulesOf } from '../hours/schedules.ts';
import { byRow, type ColumnBuilder, distinctValues } from './column-builder.ts';

/**
 * Opening schedules of all locations. Each distinct schedule is stored once, because thousands of locations share a few
 * hundred schedules. Schedules are numbered in order, from 1. Number 0 means that no hours are known.
 */
export interface ScheduleColumn {
  readonly schedules: readonly ZonedSchedule[];
  /** Number of each row's schedule. */
  readonly numbers: Uint32Array;
  /** For each capability id, the rows that offer it with a known schedule, and the schedule numbers of these rows. */
  readonly ofCapabilities: ReadonlyMap<string, { readonly rows: Uint32Array; readonly numbers: Uint32Array }>;
}

interface ZonedSchedule {
  readonly timeZone: string;
  readonly hours: Schedule;
}

export const scheduleColumn = (capabilities: readonly Capability[]): ColumnBuilder<ScheduleColumn> => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const schedules = distinctValues<ZonedSchedule>();
  /** Numbers of hours that several services of a location share. */
  const numberByHours = new WeakMap<OpeningEntries, number>();
  const numberOf = (timeZone: string, hours: Schedule): number => {
    const [first, ...others] = hours;
    if (!first) return 0;
    const known = others.length === 0 ? numberByHours.get(first) : undefined;
    if (known !== undefined) return known;
    const number = 1 + schedules.positionOf(JSON.stringify([timeZone, hours]), { timeZone, hours });
    if (others.length === 0) numberByHours.set(first, number);
    return number;
  };
  const numbers: number[] = [];
  const ofCapabilities = new Map<string, { readonly ranks: number[]; readonly numbers: number[] }>();
  return {
    add(location) {
      const { ofLocation, byCapability } = schedulesOf(location, (code) => byCode.get(code));
      const { timeZone } = location;
      for (const [id, hours] of byCapability()) {
        if (hours.length === 0) continue;
        const entries = ofCapabilities.get(id) ?? { ranks: [], numbers: [] };
        ofCapabilities.set(id, entries);
        entries.ranks.push(numbers.length);
        entries.numbers.push(numberOf(timeZone, hours));
      }
      numbers.push(numberOf(timeZone, ofLocation()));
    },
    finish(rows) {
      const byCapability = [...ofCapabilities].map(([id, { ranks, numbers }]) => {
        const column = {
          rows: Uint32Array.from(ranks, (rank) => rows[rank] ?? 0),
          numbers: Uint32Array.from(numbers),
        };
        return [id, column] as const;
      });
      return {
        schedules: schedules.values,
        numbers: byRow(numbers, rows),
        ofCapabilities: new Map(byCapability),
      };
    },
  };
};

interface ScheduledRows {
  readonly size: number;
  readonly columns: { readonly schedules: () => ScheduleColumn };
}

/**
 * Selects the locations that are open at a requested time, in their own time zones. With `capabilityIds`, selects the
 * locations where any of these capabilities is open.
 */
export const openRows =
  (time: RequestedTime, capabilityIds?: ReadonlySet<string>) =>
  ({ size, columns }: ScheduledRows): PositionSet => {
    const column = columns.schedules();
    const evaluate = evaluators.get(column) ?? evaluator(column);
    evaluators.set(column, evaluate);
    const isOpen = evaluate(time);
    if (!capabilityIds) return positionsNumbered(column.numbers, isOpen);
    const isOpenRow = new Uint8Array(size);
    for (const id of capabilityIds) {
      const { rows, numbers } = column.ofCapabilities.get(id) ?? none;
      for (let at = 0; at < rows.length; at++) if (isOpen[numbers[at] ?? 0]) isOpenRow[rows[at] ?? 0] = 1;
    }
    return positionsNumbered(isOpenRow, isTrue);
  };

/** Lookup table indexed by flag, which selects only positions whose flag is 1. */
const isTrue = Uint8Array.of(0, 1);

const none = { rows: new Uint32Array(), numbers: new Uint32Array() };

/** Number of requested times whose open schedules are cached. Most requests ask for the same minute. */
const maxCachedTimes = 32;

const evaluators = new WeakMap<ScheduleColumn, ReturnType<typeof evaluator>>();

/**
 * Creates a function that returns a flag for each schedule number: 1 if the schedule is open at the requested time.
 * Number 0 stands for unknown hours and is never open.
 */
const evaluator = ({ schedules }: ScheduleColumn) => {
  const compiled = schedules.map(({ timeZone, hours }) => ({ timeZone, hours: hours.map(hoursByDate) }));
  const cache = new LRUCache<string, Uint8Array>({ max: maxCachedTimes });
  return (time: RequestedTime): Uint8Array => {
    const key = `${time.time} ${time.isLocal}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const momentIn = momentsOf(time);
    const isOpen = new Uint8Array(compiled.length + 1);
    for (const [position, { timeZone, hours }] of compiled.entries()) {
      const moment = momentIn(timeZone);
      if (moment && isOpenAt(hours, moment)) isOpen[position + 1] = 1;
    }
    cache.set(key, isOpen);
    return isOpen;
  };
};
