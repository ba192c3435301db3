import * as z from 'zod/mini';
import { byCodeUnit } from '../../code-unit-order.ts';
import { dayMilliseconds, timeZoneName } from '../hours/calendar.ts';
import { type Location, location } from '../location.ts';
import { datesAt } from '../service-dates.ts';
import { overrideField, readFieldName } from './override-fields.ts';

/** Value that a manual change has set instead of the imported value. */
export const override = z.object({
  /** Parsed by its field when it is applied. Null stands for an absent member. */
  value: z.unknown(),
  /** Last day of the override, such as 2026-12-24, in the location's time zone. If absent, it does not end. */
  until: z.optional(z.iso.date()),
  /** Batch of changes that set the override. */
  batch: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  reason: z.string(),
  /** Value in the imported record when the override was set. */
  replaced: z.unknown(),
  /** Whether an earlier override has kept `replaced` from being published, and thus from being checked. */
  unchecked: z.optional(z.boolean()),
});
export type Override = z.infer<typeof override>;

/** Overrides of one location, by the names of their fields. */
export type Overrides = Readonly<Record<string, Override>>;

/** An override that has no effect, because its field does not exist or its value no longer fits. */
interface IgnoredOverride {
  readonly name: string;
  readonly problem: string;
}

const hasEnded = ({ until }: Override, timeZone: string, now: Date): boolean =>
  until !== undefined && until < datesAt(now)(timeZone);

/**
 * Returns the time zone in which the overrides of a location end: the overridden zone while that override applies,
 * otherwise the imported zone.
 */
const timeZoneOf = (imported: string, { time_zone }: Overrides, now: Date): string => {
  const zone = timeZoneName(String(time_zone?.value));
  return time_zone && zone !== undefined && !hasEnded(time_zone, zone, now) ? zone : imported;
};

/**
 * Applies the overrides of a location to its imported record, oldest first, so that the newest wins if two concern the
 * same dates. The result is always valid, because overrides that would make it invalid are ignored. The location is
 * undefined if it was removed, or if there is neither an imported nor an added record.
 */
export const applyOverrides = (
  imported: Location | undefined,
  overrides: Overrides,
  now: Date,
): { readonly location: Location | undefined; readonly ignored: readonly IgnoredOverride[] } => {
  const ignored: IgnoredOverride[] = [];
  const base = imported ?? addedRecord(overrides, now, ignored);
  if (!base) return { location: undefined, ignored };
  const timeZone = timeZoneOf(base.timeZone, overrides, now);
  const active = Object.entries(overrides)
    .filter(([name, each]) => name !== 'added' && !hasEnded(each, timeZone, now))
    .sort(([name, one], [otherName, other]) => byCodeUnit(one.at, other.at) || byCodeUnit(name, otherName));
  if (active.some(([name]) => name === 'removed')) return { location: undefined, ignored };
  if (active.length === 0) return { location: base, ignored };
  const written = active.reduce((record, [name, { value }]) => {
    const changed = withField(record, name, value);
    if (typeof changed !== 'string') return changed;
    ignored.push({ name, problem: changed });
    return record;
  }, base);
  // The schema also puts the members in order. Parsing takes most of the time, so it is done only once.
  const { success, data, error } = location.safeParse(written);
  if (success) return { location: data, ignored };
  const problem = z.prettifyError(error);
  return { location: base, ignored: [...ignored, ...active.map(([name]) => ({ name, problem }))] };
};

/** Returns a location with one field set, or the problem that makes this impossible. */
const withField = (record: Location, name: string, value: unknown): Location | string => {
  const field = overrideField(name);
  if (!field) return 'unknown field';
  const { success, data, error } = field.parse(value);
  return success ? field.write(record, data) : z.prettifyError(error);
};

const addedRecord = ({ added }: Overrides, now: Date, ignored: IgnoredOverride[]): Location | undefined => {
  if (!added) return undefined;
  const { success, data, error } = location.safeParse(added.value);
  if (success) return hasEnded(added, data.timeZone, now) ? undefined : data;
  ignored.push({ name: 'added', problem: z.prettifyError(error) });
  return undefined;
};

/**
 * How an override relates to the imported record:
 * - `active`: it replaces the value that it was created to replace
 * - `contradicted`: the value in the file has changed since
 * - `confirmed`: the file now has the same value, so the override is no longer needed
 * - `orphaned`: the file no longer has the location
 * - `ended`: the override has expired
 * - `invalid`: the override has no effect, because its value is not valid
 */
export type OverrideState = 'active' | 'contradicted' | 'confirmed' | 'orphaned' | 'ended' | 'invalid';

export const overrideStates = (
  imported: Location | undefined,
  overrides: Overrides,
  now: Date,
): Readonly<Record<string, OverrideState>> => {
  const ignored = new Set(applyOverrides(imported, overrides, now).ignored.map(({ name }) => name));
  const { data: added } = location.safeParse(overrides.added?.value);
  const record = imported ?? added;
  const timeZone = timeZoneOf(record?.timeZone ?? 'UTC', overrides, now);
  const stateOf = (name: string, each: Override): OverrideState => {
    if (hasEnded(each, timeZone, now)) return 'ended';
    if (ignored.has(name)) return 'invalid';
    if (name === 'added') return imported ? 'confirmed' : 'active';
    if (name === 'removed') return record ? 'active' : 'confirmed';
    if (!imported) return added ? 'active' : 'orphaned';
    const field = overrideField(name);
    const said = JSON.stringify(field?.read(imported));
    if (said === JSON.stringify(field?.parse(each.value).data)) return 'confirmed';
    return said === JSON.stringify(field?.parse(each.replaced).data) ? 'active' : 'contradicted';
  };
  return Object.fromEntries(Object.entries(overrides).map(([name, each]) => [name, stateOf(name, each)]));
};

/**
 * Returns the location as if the overrides that have ended since `since` still applied; undefined if none that the
 * guards concern has ended. An ended override is left out if it has hidden a change in the file.
 */
export const withEndedOverrides = (
  imported: Location | undefined,
  overrides: Overrides,
  since: Date,
  now: Date,
): Location | undefined => {
  // Avoids parsing. The two days cover every time zone.
  const [from, to] = [since.getTime() - 2 * dayMilliseconds, now.getTime()];
  const mayHaveEnded = ([name, { until = '' }]: [string, Override]) =>
    Date.parse(until) > from && Date.parse(until) <= to && readFieldName(name)?.kind !== 'dates';
  if (!Object.entries(overrides).some(mayHaveEnded)) return undefined;
  const before = overrideStates(imported, overrides, since);
  const current = overrideStates(imported, overrides, now);
  const kept = Object.entries(overrides).filter(
    ([name, { unchecked }]) => current[name] !== 'ended' || !(unchecked || before[name] === 'contradicted'),
  );
  return applyOverrides(imported, Object.fromEntries(kept), since).location;
};
