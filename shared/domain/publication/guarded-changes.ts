import * as z from 'zod/mini';
import { greatCircleKm } from '../../spatial/index.ts';
import { type HourEntry, isSpecial } from '../location/hours/entries.ts';
import { formatWeek, weekdayNames } from '../location/hours/week-text.ts';
import { type Location, location, locationType } from '../location/location.ts';
import { datesAt, hasClosed } from '../location/service-dates.ts';

/**
 * Changes since the last full exports that may be the result of a faulty import. A run for changed rows stores them in
 * a file of its version, so that the next run counts all changes since the full exports, even if each run in between
 * made only a few. A location that has returned to its state in the full exports no longer counts. Special hours on
 * dates are not included, because all outlets may get Christmas hours at the same time.
 */

/** Facts about a location. A correct import rarely changes the same fact at many locations at once. */
const locationFacts = z.object({
  type: locationType,
  name: z.string(),
  coordinates: location.shape.coordinates,
  /** The location's usual week, as text. */
  hours: z.string(),
  /** Usual week of each service, as text, or an empty string if the location's usual week applies. */
  services: z.record(z.string(), z.string()),
  /** The location's last day, if one is planned. */
  closesOn: z.optional(z.string()),
});
export type LocationFacts = z.infer<typeof locationFacts>;

/** A location whose guarded facts differ from the last full exports, or that is not in the last full exports. */
export const guardedChange = z.object({
  code: z.string(),
  /** Facts in the full exports; absent if the location was added since. */
  before: z.optional(locationFacts),
  /** Current facts; absent if the location was removed, or if it was added since the full exports. */
  after: z.optional(locationFacts),
  /** Whether the location was removed because it had closed on its published last day. */
  hasClosed: z.optional(z.boolean()),
});
type GuardedChange = z.infer<typeof guardedChange>;

/** Changes since the last full exports, by location code. */
export type GuardedChanges = ReadonlyMap<string, GuardedChange>;

/** A location whose record differs between two versions. The record is undefined in a version without the location. */
export interface DifferentRecord {
  readonly code: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Adds the differences of a new version to the changes since the last full exports, and returns the result. Only
 * records that differ are parsed. `now` determines whether a location has closed. A location does not count if only the
 * end of manual changes has changed it: `withEnded` has its record as if these changes still applied, by code.
 */
export const addDifferences = (
  changes: GuardedChanges,
  differences: Iterable<DifferentRecord>,
  now: Date,
  withEnded: ReadonlyMap<string, string> = new Map(),
): GuardedChanges => {
  const next = new Map(changes);
  const dateIn = datesAt(now);
  for (const { code, before: textBefore, after: textAfter } of differences) {
    const earlier = changes.get(code);
    const before = earlier ? earlier.before : factsIn(textBefore);
    const after = before && factsIn(textAfter);
    const isAsBefore = before
      ? [after, factsIn(withEnded.get(code))].some((each) => each && isSame(before, each))
      : textAfter === undefined;
    if (isAsBefore) next.delete(code);
    else if (textAfter === undefined && textBefore !== undefined && hasClosed(JSON.parse(textBefore), dateIn))
      next.set(code, { code, before, hasClosed: true });
    else next.set(code, { code, before, after });
  }
  return next;
};

/** Maximum distance in kilometres that counts as a correction of a location's coordinates rather than as a move. */
const maxCorrectionKm = 1;

interface Guard {
  /** Completes `12 of 30 published locations …`. */
  readonly predicate: string;
  readonly applies: (
    facts: { readonly before: LocationFacts; readonly after: LocationFacts },
    describedServices: ReadonlySet<string>,
  ) => boolean;
  readonly describe: (facts: LocationFacts, other: LocationFacts) => string;
}

export const guards = {
  hours: {
    predicate: 'have different weekly hours',
    applies: ({ before, after }) =>
      before.hours !== after.hours || servicesWithOtherHours(before, after).length > 0,
    describe: (facts, other) => {
      if (facts.hours !== other.hours) return facts.hours || 'none';
      const [code = ''] = servicesWithOtherHours(facts, other);
      return `service ${code}: ${facts.services[code] || 'as the location'}`;
    },
  },
  positions: {
    predicate: `have moved more than ${maxCorrectionKm} km`,
    applies: ({ before, after }) => greatCircleKm(before.coordinates, after.coordinates) > maxCorrectionKm,
    describe: ({ coordinates: { lat, lon } }) => `${lat}, ${lon}`,
  },
  services: {
    predicate: 'have lost services',
    // Services without a capability do not count, because responses omit them anyway.
    applies: ({ before, after }, described) =>
      Object.keys(before.services).some((code) => !(code in after.services) && described.has(code)),
    describe: ({ services }) => Object.keys(services).join(' ') || 'none',
  },
  names: {
    predicate: 'have a different name',
    applies: ({ before, after }) => before.name !== after.name,
    describe: ({ name }) => name || 'none',
  },
} satisfies Record<string, Guard>;
export type GuardName = keyof typeof guards;

const servicesWithOtherHours = (one: LocationFacts, other: LocationFacts): readonly string[] =>
  Object.keys(one.services).filter(
    (code) => other.services[code] !== undefined && other.services[code] !== one.services[code],
  );

const factsIn = (text: string | undefined): LocationFacts | undefined =>
  text === undefined ? undefined : factsOf(JSON.parse(text));

const factsOf = ({
  type,
  name,
  longName,
  coordinates,
  hours,
  services,
  closesOn,
}: Location): LocationFacts => ({
  type,
  name: [name, longName].filter((each) => each !== undefined).join(' / '),
  coordinates,
  hours: weekText(hours),
  services: Object.fromEntries(services.map((service) => [service.code, weekText(service.hours ?? [])])),
  closesOn,
});

const isSame = (one: LocationFacts, other: LocationFacts): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Formats the usual week. Equal weeks have equal texts. */
const weekText = (entries: readonly HourEntry[]): string => {
  const usual = entries.filter((entry) => !isSpecial(entry));
  const timesOn = (day: number) =>
    usual
      .filter(({ weekday }) => weekday === day)
      .map(timesText)
      .sort()
      .join(' ');
  return formatWeek([...weekdayNames.keys()].map(timesOn));
};

const timesText = ({ type, startTime, endTime }: HourEntry): string =>
  `${type === 'HOURS' ? '' : `${type.toLowerCase()} `}${startTime}-${endTime}`;
