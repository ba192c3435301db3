import type {
  ChangeBatch,
  ChangedOverrides,
} from '../../../shared/data-access/location-changes/change-repository.ts';
import type { StoredOverrides } from '../../../shared/data-access/location-changes/override-table.ts';
import { formatIsoDate } from '../../../shared/domain/location/hours/calendar.ts';
import { type Location, location } from '../../../shared/domain/location/location.ts';
import { overrideField, readFieldName } from '../../../shared/domain/location/overrides/override-fields.ts';
import {
  applyOverrides,
  type Override,
  type Overrides,
  overrideStates,
} from '../../../shared/domain/location/overrides/overrides.ts';
import { datesAt, hasClosed, isInService } from '../../../shared/domain/location/service-dates.ts';
import { UsageError } from '../errors.ts';
import { doOverlap } from './assignments.ts';

/** Changes to locations. Values have the types that `overrideField` expects, see assignments.ts. */
export interface Edits {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Fields to reset to their imported values. */
  readonly unset?: readonly string[];
  /** Last day on which the new values apply (such as 2026-12-24), in each location's time zone. */
  readonly until?: string | undefined;
}

/** A change to one location, which has not been made yet. */
export type PlannedLocation = ChangedOverrides & ReturnType<typeof describeChange>;

export interface StoredLocation {
  readonly code: string;
  /** Undefined if no import contains the location. */
  readonly imported: Location | undefined;
  readonly stored: StoredOverrides | undefined;
}

/** A value is invalid for a location. `field` may be `until`. `problem` is a predicate, such as `is too late`. */
export class InvalidEdit extends UsageError {
  readonly field: string;
  readonly problem: string;
  constructor(code: string, given: { field: string; value: string; problem: string; remedy?: string }) {
    super(`${code}: ${given.value} ${given.problem}`, given.remedy);
    this.field = given.field;
    this.problem = given.problem;
  }
}

/** Plans the changes to one location. Throws InvalidEdit. */
export const planLocation = (
  { code, imported, stored }: StoredLocation,
  { set = {}, unset = [], until }: Edits,
  now: Date,
): PlannedLocation => {
  const fields = stored?.fields ?? {};
  const before = applyOverrides(imported, fields, now).location;
  const base = imported ?? before;
  const states = overrideStates(imported, fields, now);
  const stamp = { batch: plannedBatch, at: timeAfter([{ read: stored }], now), by: '', reason: '' };
  const entries = Object.entries(set).flatMap(([name, value]) => {
    const field = overrideField(name);
    // Special hours end with their last date.
    const lastDay = until ?? field?.lastDate;
    const current = fields[name];
    const parsed = (given: unknown) => JSON.stringify(field ? field.parse(given).data : given);
    const replaced = base && field ? field.read(base) : null;
    const isMade =
      current !== undefined &&
      current.until === lastDay &&
      parsed(current.value) === parsed(value) &&
      // Otherwise, the operator confirms a value that the file now contradicts.
      (!imported || parsed(current.replaced) === parsed(replaced)) &&
      !Object.entries(fields).some(([other, { at }]) => at > current.at && doOverlap(name, other));
    if (isMade) return [];
    const state = states[name];
    const isUnchecked = state === 'contradicted' || (state === 'active' && current?.unchecked);
    const unchecked = isUnchecked && { unchecked: true };
    return [[name, { value, until: lastDay, replaced, ...unchecked, ...stamp }] as const];
  });
  const reset = unset.filter((name) => name in fields);
  const names = [...entries.map(([name]) => name), ...reset];
  const kept = Object.entries(fields).filter(([name]) => !reset.includes(name));
  const planned = Object.fromEntries([...kept, ...entries]);
  const { location: after, ignored } = applyOverrides(imported, planned, now);
  const misfit = ignored.find(({ name }) => names.includes(name));
  if (misfit) throw new InvalidEdit(code, { ...misfit, field: misfit.name, value: `${misfit.name}:` });
  const added = location.safeParse(set.added).data;
  checkDates(code, { set, until }, after ?? before ?? added, now);
  if (names.includes('opens_on') || names.includes('closes_on')) checkService(code, before, after, now);
  const described = describeChange(imported, { before: fields, after: planned, names }, now);
  return { code, read: stored, fields: planned, ...described };
};

/** Rejects a last day before the first day, and dates that would unpublish the location now. Throws InvalidEdit. */
const checkService = (
  code: string,
  before: Location | undefined,
  after: Location | undefined,
  now: Date,
): void => {
  if (!after) return;
  const { opensOn = '', closesOn = opensOn } = after;
  if (closesOn < opensOn)
    throw new InvalidEdit(code, {
      field: 'closes_on',
      value: `closes_on ${closesOn}`,
      problem: `must not be before opens_on ${opensOn}`,
    });
  const dateIn = datesAt(now);
  if (before && isInService(before, dateIn) && !isInService(after, dateIn))
    throw new InvalidEdit(code, {
      field: hasClosed(after, dateIn) ? 'closes_on' : 'opens_on',
      value: `the change (${publicationState(after, now)})`,
      problem: 'would end its publication now',
      remedy: 'To stop publishing it, use `waypost locations remove`',
    });
};

/** Rejects changes whose last day has passed or is before their first day. Throws InvalidEdit. */
const checkDates = (code: string, { set = {}, until }: Edits, place: Location | undefined, now: Date) => {
  const today = datesAt(now)(place?.timeZone ?? 'UTC');
  const checkDay = (field: string, day: string, first = '') => {
    const reject = (problem: string) => new InvalidEdit(code, { field, value: day, problem });
    if (day < today) throw reject(`has already passed: it is ${today} at the location`);
    if (day < first) throw reject(`is before ${first}, when the change starts`);
  };
  if (until !== undefined) checkDay('until', until);
  for (const [field, dates] of Object.keys(set).map((name) => [name, readFieldName(name)] as const)) {
    if (dates?.kind !== 'dates') continue;
    const [first, last] = [dates.first, dates.last].map(formatIsoDate);
    checkDay(field, last ?? '');
    if (until !== undefined) checkDay('until', until, first);
  }
};

/** Describes whether a location is published, which also depends on its first and last days. */
export const publicationState = (location: Location | undefined, now: Date): string => {
  const dateIn = datesAt(now);
  if (!location) return 'not published';
  if (hasClosed(location, dateIn)) return `closed after ${location.closesOn}`;
  return isInService(location, dateIn) ? 'published' : `not open until ${location.opensOn}`;
};

/** Returns a field's value or, for `added` and `removed`, the location's publication state. */
const valueIn = (location: Location | undefined, name: string, now: Date): unknown => {
  if (name === 'added' || name === 'removed') return publicationState(location, now);
  return location ? (overrideField(name)?.read(location) ?? null) : null;
};

/** Returns a location's name, and the values of fields before and after a change to its overrides. */
export const describeChange = (
  imported: Location | undefined,
  overrides: { readonly before: Overrides; readonly after: Overrides; readonly names: readonly string[] },
  now: Date,
) => {
  const [before, after] = [overrides.before, overrides.after].map(
    (fields) => applyOverrides(imported, fields, now).location,
  );
  return {
    name: (after ?? before)?.name ?? '',
    changes: overrides.names.map((field) => ({
      field,
      before: valueIn(before, field, now),
      after: valueIn(after, field, now),
    })),
  };
};

/** Returns a time after earlier changes, even if a clock was ahead, because the latest change must win. */
export const timeAfter = (locations: readonly Pick<PlannedLocation, 'read'>[], now: Date): string => {
  const earlier = locations.flatMap(({ read }) => Object.values(read?.fields ?? {}));
  const time = earlier.reduce((latest, { at }) => Math.max(latest, Date.parse(at) + 1), now.getTime());
  return new Date(time).toISOString();
};

/** Batch of overrides in a plan. */
const plannedBatch = '';

/** Returns planned overrides with the batch, time, actor and reason of the change. */
export const stamped = (
  fields: Overrides,
  { id: batch, at, by, reason }: Pick<ChangeBatch, 'id' | 'at' | 'by' | 'reason'>,
): Overrides => {
  const stamp = (each: Override) => (each.batch === plannedBatch ? { ...each, batch, at, by, reason } : each);
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, stamp(each)]));
};
