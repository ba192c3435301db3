import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNames, weekdayOf } from '../../../../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import {
  currentHours,
  type HourMinute,
  standardHours,
} from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/schedules.ts';
import { entryFrom, minuteOf, type NumberedEntry, toEntry } from './random-entries.ts';

/** Monday, 28 December 2026. */
const monday = 20_815;
const entry = entryFrom(monday);

interface Shown {
  readonly day: string;
  readonly open?: HourMinute;
  readonly close?: HourMinute;
}

const minutesShown = (periods: readonly Shown[]) =>
  periods.flatMap(({ open, close }) => {
    if (!open || !close) return [];
    const [from, to] = [minuteOf(open), minuteOf(close)];
    expect(from).toBeLessThan(to);
    return Array.from({ length: to - from }, (_, later) => from + later);
  });

const isSpecial = ({ type }: NumberedEntry): boolean => type.startsWith('SPECIAL_');
const isUsual = (entry: NumberedEntry) => !isSpecial(entry);

const dayLength = 1440;

type Minutes = ReadonlySet<number>;

/** Lists minutes since day 0. An entry that ends when it starts has none. */
const minutesOf = (date: number, { start, end }: NumberedEntry): Minutes => {
  const length = (end - start + dayLength) % dayLength;
  return new Set(Array.from({ length }, (_, minute) => date * dayLength + start + minute));
};

const wholeDate = (date: number): Minutes =>
  new Set(Array.from({ length: dayLength }, (_, minute) => date * dayLength + minute));

const union = (sets: readonly Minutes[]): Minutes => new Set(sets.flatMap((set) => [...set]));

const intersection = (some: Minutes, others: Minutes): Minutes =>
  new Set([...some].filter((minute) => others.has(minute)));

const ofTypes = (entries: readonly NumberedEntry[], ...types: readonly HourEntry['type'][]) =>
  entries.filter(({ type }) => types.includes(type));

const applyingOn = (date: number, entries: readonly NumberedEntry[]) =>
  entries.filter((entry) => {
    const isOnDay = entry.weekday === undefined || entry.weekday === weekdayOf(date);
    return isOnDay && (!isSpecial(entry) || (entry.first <= date && date <= entry.last));
  });

/** Minutes of a date's openings and closures. With `isShut`, no opening continues on the next date. */
interface OpenDate {
  readonly opens: Minutes;
  readonly closes: Minutes;
  readonly isShut: boolean;
}

/** Computes a date's openings and closures from the entries that apply. If there are limits, openings end at them. */
const dateOf = (
  applying: readonly NumberedEntry[],
  date: number,
  limits: readonly NumberedEntry[] = [],
): OpenDate => {
  const of = (type: HourEntry['type']) => ofTypes(applying, type);
  const opened = of('SPECIAL_HOURS').length > 0;
  const opens = union(of(opened ? 'SPECIAL_HOURS' : 'HOURS').map((entry) => minutesOf(date, entry)));
  const lunches = opened || of('SPECIAL_LUNCH').length > 0 ? of('SPECIAL_LUNCH') : of('LUNCH');
  const isInvalid = (entry: NumberedEntry) =>
    // An entry until midnight does not extend to the next day.
    entry.end !== 0 && entry.end < entry.start && !minutesOf(date, entry).isSubsetOf(opens);
  const closures = of('SPECIAL_CLOSED').map((entry) =>
    entry.start === entry.end ? wholeDate(date) : minutesOf(date, entry),
  );
  const closes = union([
    ...lunches.map((entry) => (isInvalid(entry) ? wholeDate(date) : minutesOf(date, entry))),
    ...closures,
  ]);
  const isShut =
    lunches.some(isInvalid) ||
    of('SPECIAL_CLOSED').some(({ start, end }) => start === end || end === 0 || end === dayLength - 1);
  const limited = union(limits.map((entry) => minutesOf(date, entry)));
  return { opens: limits.length > 0 ? intersection(opens, limited) : opens, closes, isShut };
};

/** Returns the open minutes of a date, except 23:59, which only marks an end. */
const openOn = (date: number, of: (date: number) => OpenDate): Minutes => {
  const today = of(date);
  const before = of(date - 1);
  const open = [...wholeDate(date)].slice(0, -1).filter((minute) => {
    const opens = today.opens.has(minute) || (!before.isShut && before.opens.has(minute));
    return opens && !today.closes.has(minute) && !before.closes.has(minute);
  });
  return new Set(open.map((minute) => minute - date * dayLength));
};

/** Entries of a location and of one of its services, and the source of the capability's hours. */
interface NumberedService {
  readonly location: readonly NumberedEntry[];
  readonly own: readonly NumberedEntry[];
  readonly hoursFrom: 'LOCATION' | 'HATCH' | undefined;
}

const usualEntries = ({ location, own, hoursFrom }: NumberedService) => {
  const [ownCounter, ownHatch] = [ofTypes(own, 'HOURS'), ofTypes(own, 'HATCH')];
  const ownLunch = ofTypes(own, 'LUNCH');
  if (ownHatch.length > 0 && (hoursFrom === 'HATCH' || ownCounter.length === 0))
    return { opens: ownHatch, lunch: ownLunch };
  if (ownCounter.length > 0) return { opens: ownCounter, lunch: ownLunch };
  if (hoursFrom === 'HATCH') return { opens: ofTypes(location, 'HATCH'), lunch: ownLunch };
  if (hoursFrom === 'LOCATION')
    return { opens: ofTypes(location, 'HOURS'), lunch: [...ofTypes(location, 'LUNCH'), ...ownLunch] };
  return { opens: [], lunch: [] };
};

/** Returns the open minutes of a capability on a date, or undefined if it has no usual hours. */
const openMinutesOfCapability = (service: NumberedService, date: number): Minutes | undefined => {
  const { location, own, hoursFrom } = service;
  const { opens, lunch } = usualEntries(service);
  if (opens.length === 0) return undefined;
  const isOwn = ofTypes(own, 'HOURS', 'HATCH').length > 0;
  const usual = [...opens.map((entry) => ({ ...entry, type: 'HOURS' as const })), ...lunch];
  return openOn(date, (each) => {
    const ordinary = applyingOn(each, usual);
    const special = applyingOn(each, own.filter(isSpecial));
    if (ofTypes(special, 'SPECIAL_HOURS', 'SPECIAL_CLOSED').length > 0)
      return dateOf([...ordinary, ...special], each);
    const ofLocation = applyingOn(each, location.filter(isSpecial));
    const lunch = special.length > 0 ? special : ofTypes(ofLocation, 'SPECIAL_LUNCH');
    const others = ofTypes(ofLocation, 'SPECIAL_HOURS', 'SPECIAL_CLOSED');
    if (!isOwn && hoursFrom === 'LOCATION') return dateOf([...ordinary, ...others, ...lunch], each);
    const limits = isOwn ? [] : ofTypes(ofLocation, 'SPECIAL_HOURS');
    return dateOf([...ordinary, ...ofTypes(others, 'SPECIAL_CLOSED'), ...special], each, limits);
  });
};

const service = fc.record({
  location: fc.array(entry, { maxLength: 14 }),
  own: fc.array(entry, { maxLength: 10 }),
  hoursFrom: fc.constantFrom('LOCATION', 'HATCH', undefined),
});

it('the hours of a capability match the entries of the service, the location and the hatch, minute by minute', async () => {
  await fc.assert(
    fc.property(service, fc.nat({ max: 7 }), ({ location, own, hoursFrom }, today) => {
      const hours = capabilityHours(
        { hours: location.map(toEntry) },
        { hours: own.map(toEntry) },
        { hoursFrom },
      );
      const first = monday + today;
      const usual = { location: location.filter(isUsual), own: own.filter(isUsual), hoursFrom };
      const current = hours && currentHours(hours, 'UTC', new Date((first + 0.5) * 86_400_000));
      const standard = hours && standardHours(hours);
      for (let date = first; date < first + 7; date++) {
        const day = dayNames[weekdayOf(date)];
        const minutesOn = (periods: readonly Shown[] | undefined) =>
          periods && minutesShown(periods.filter((period) => period.day === day));
        const open = (entries: NumberedService) => {
          const minutes = openMinutesOfCapability(entries, date);
          return minutes && [...minutes];
        };
        if (current) expect(current.some((period) => period.day === day)).toBe(true);
        expect(minutesOn(current)).toEqual(open({ location, own, hoursFrom }));
        expect(minutesOn(standard)).toEqual(open(usual));
      }
    }),
    { numRuns: 200 },
  );
});
