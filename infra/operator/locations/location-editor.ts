import {
  type ChangeBatch,
  type ChangedOverrides,
  changeRepository,
  type LocationChange,
  maxBatchLocations,
} from '../../../shared/data-access/location-changes/change-repository.ts';
import type { StoredOverrides } from '../../../shared/data-access/location-changes/override-table.ts';
import { locationRow, readLocationRowsOf } from '../../../shared/data-access/location-table.ts';
import { formatIsoDate } from '../../../shared/domain/location/hours/calendar.ts';
import { type Location, location } from '../../../shared/domain/location/location.ts';
import { overrideField, readFieldName } from '../../../shared/domain/location/overrides/override-fields.ts';
import {
  applyOverrides,
  type Override,
  type OverrideState,
  type Overrides,
  overrideStates,
} from '../../../shared/domain/location/overrides/overrides.ts';
import { datesAt, hasClosed, isInService } from '../../../shared/domain/location/service-dates.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { type LocationQuery, selectLocations } from './location-filter.ts';

/** A location as it is imported, overridden and published. */
export interface EditedLocation {
  readonly code: string;
  /** Undefined if no import has it. */
  readonly imported: Location | undefined;
  readonly overrides: readonly (Override & { readonly field: string; readonly state: OverrideState })[];
  /** The record with the overrides; undefined if the location is removed or unknown. */
  readonly result: Location | undefined;
  /** Whether the result is published, or why not. */
  readonly state: string;
  /** Changes with every change by hand; null if there is none. */
  readonly revision: string | null;
}

/** Changes to make at one or more locations. Values are those of `overrideField`; see assignments.ts for texts. */
export interface Edits {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Fields that get their imported values again. */
  readonly unset?: readonly string[];
  /** Last day on which the new values apply, as 2026-12-24 on each location's calendar. */
  readonly until?: string | undefined;
}

/** What a change replaces at a location. */
interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A change of one location, which has not been made yet. */
export interface PlannedLocation {
  readonly code: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  /** Overrides that the change is based on, and those after it. `batch`, `at`, `by` and `reason` are set when it is made. */
  readonly read: StoredOverrides | undefined;
  readonly set: Readonly<Record<string, Pick<Override, 'value' | 'until' | 'replaced'>>>;
  readonly unset: readonly string[];
}

/** Changes that have not been made yet. */
export interface ChangePlan {
  readonly locations: readonly PlannedLocation[];
  /** Codes of locations at which the same changes have been made before. */
  readonly unchanged: readonly string[];
}

/** How a batch would be taken back. */
export interface UndoPlan {
  readonly locations: readonly (ChangedOverrides & Pick<PlannedLocation, 'name' | 'changes'>)[];
  /** Codes of locations that are as before the batch already. */
  readonly unchanged: readonly string[];
  /** Codes of locations that were changed again since, and are left alone. */
  readonly refused: readonly string[];
}

/** Who makes a change, and why. */
export interface ChangeReason {
  readonly reason: string;
  /** Command line or form, for the history. */
  readonly command: string;
}

/** Result of making changes. */
export interface MadeChange {
  /** Null if there was nothing to change. */
  readonly batch: string | null;
  /** Codes of the changed locations. */
  readonly changed: readonly string[];
  /** Codes of locations that were like this before. An interrupted command may not have published them yet. */
  readonly unchanged: readonly string[];
  /** Locations that somebody else had changed since they were read, with that change. They were left alone. */
  readonly refused: readonly RefusedLocation[];
}

export interface RefusedLocation {
  readonly code: string;
  readonly by: string;
  readonly at: string;
  readonly batch: string | null;
}

/** A batch in the history, or its part at one location. */
export interface HistoryEntry extends Pick<ChangeBatch, 'at' | 'by' | 'reason' | 'command'> {
  readonly batch: string;
  /** Number of its locations, without the refused ones. */
  readonly locations: number;
  /** False if it was interrupted, or is still being written. */
  readonly isComplete: boolean;
  readonly undoes: string | null;
  readonly undoneBy: string | null;
  /** Overrides of the given location before and after; absent in the history of all locations. */
  readonly changes?: readonly FieldChange[];
}

export type LocationEditor = ReturnType<typeof locationEditor>;

/**
 * Creates the operators' editor of locations: finds and shows them, plans and makes changes, and undoes them. A change
 * overrides fields of imported records; the publisher applies it (see publish-changes.ts). Methods throw OperatorError and
 * StoreUnavailable.
 */
export const locationEditor = (
  stack: Pick<OperatedStack, 'database' | 'tables' | 'published' | 'actor' | 'command'>,
  now: () => Date = () => new Date(),
) => {
  const table = (tableName: string) => ({ client: stack.database, tableName });
  const repository = changeRepository(table(stack.tables.locationChanges), now);

  /** Reads the imported records and the overrides of locations. */
  const readSome = async (codes: readonly string[]) => {
    const [rows, overrides] = await Promise.all([
      readLocationRowsOf(table(stack.tables.locations), codes),
      repository.overridesOf(codes),
    ]);
    const imported = rows.flatMap((row) => locationRow.safeParse(row).data ?? []);
    const byCode = new Map(imported.map((each) => [each.locationCode, each]));
    return codes.map((code) => ({ code, imported: byCode.get(code), stored: overrides.get(code) }));
  };

  const read = async (code: string): Promise<EditedLocation> => {
    const [found] = await readSome([code]);
    const { imported, stored } = found ?? {};
    if (!imported && !stored) throw unknownLocations([code]);
    const fields = stored?.fields ?? {};
    const states = overrideStates(imported, fields, now());
    const { location: result } = applyOverrides(imported, fields, now());
    return {
      code,
      imported,
      overrides: Object.entries(fields).map(([field, each]) => ({
        ...each,
        field,
        state: states[field] ?? 'invalid',
      })),
      result,
      state: publicationState(result, now()),
      revision: stored?.revision ?? null,
    };
  };

  /**
   * Plans changes of locations without making them. `basedOn` is the revision of a single location that somebody has
   * looked at. Throws OperatorError if a location does not exist, a value does not fit, or the revision is another.
   */
  const plan = async (
    codes: readonly string[],
    edits: Edits,
    basedOn?: string | null,
  ): Promise<ChangePlan> => {
    if (codes.length > maxBatchLocations)
      throw new UsageError(`a batch can change at most ${maxBatchLocations} locations, not ${codes.length}`, {
        remedy: 'Narrow the filter, and make the change in several batches',
      });
    const found = await readSome(codes);
    const missing = found.filter(({ imported, stored }) => !imported && !stored && !edits.set?.added);
    if (missing.length > 0) throw unknownLocations(missing.map(({ code }) => code));
    const [first] = found;
    if (basedOn !== undefined && first && (first.stored?.revision ?? null) !== basedOn)
      throw new OperatorError(`${first.code} has been changed since it was read`, {
        code: 'busy',
        remedy: 'Read it again, and repeat the change',
      });
    const planned = found.map((each) => planLocation(each, edits, now()));
    return {
      locations: planned.filter(({ set, unset }) => Object.keys(set).length + unset.length > 0),
      unchanged: planned
        .filter(({ set, unset }) => Object.keys(set).length + unset.length === 0)
        .map(({ code }) => code),
    };
  };

  const stampOf = async ({ reason, command }: ChangeReason) => ({
    id: repository.newBatchId(),
    at: now().toISOString(),
    by: await stack.actor(),
    reason,
    command,
  });

  /** Makes planned changes. Locations that were changed since they were planned are left alone, and returned. */
  const make = async (
    { locations, unchanged }: ChangePlan,
    why: ChangeReason,
    onWritten?: (count: number) => void,
  ): Promise<MadeChange> => {
    if (locations.length === 0) return { batch: null, changed: [], unchanged, refused: [] };
    const stamp = await stampOf(why);
    const changed = locations.map((each) => ({
      code: each.code,
      read: each.read,
      fields: fieldsAfter(each, stamp),
    }));
    const written = await repository.write(stamp, changed, onWritten);
    return { ...written, unchanged, refused: await describeRefused(written.refused) };
  };

  const findBatch = async (id: string): Promise<ChangeBatch> => {
    const batch = await repository.findBatch(id);
    if (batch) return batch;
    throw new OperatorError(`there is no batch ${id}`, {
      code: 'not_found',
      remedy: `\`${stack.command('waypost locations history')}\` lists the batches`,
    });
  };

  /** Plans to take a batch back, without doing it. Throws OperatorError if it does not exist. */
  const planUndo = async (id: string): Promise<UndoPlan> => {
    const changes = await repository.changesOf(await findBatch(id));
    const found = await readSome(changes.map(({ locationCode }) => locationCode));
    const each = changes.map(({ before, after, locationCode: code }, index) => {
      const { imported, stored } = found[index] ?? {};
      return { code, imported, read: stored, current: stored?.fields ?? {}, before, after };
    });
    const due = each.filter(({ current, before }) => !isAs(current, before));
    const refused = due.filter(({ current, after }) => !isAs(current, after));
    const locations = due
      .filter((one) => !refused.includes(one))
      .map(({ code, imported, read, current, before }) => {
        const fields = withoutNull({ ...current, ...before });
        const names = Object.keys(before);
        return {
          code,
          read,
          fields,
          ...describeChange(imported, { before: current, after: fields, names }, now()),
        };
      });
    const codesOf = (some: readonly { readonly code: string }[]) => some.map(({ code }) => code);
    return {
      locations,
      unchanged: codesOf(each.filter((one) => !due.includes(one))),
      refused: codesOf(refused),
    };
  };

  /**
   * Takes a batch back: its fields get the overrides that they had before. Fields that somebody has changed again since are
   * left alone with their location, which is returned. An interrupted batch can be undone, and an interrupted undo repeated.
   */
  const undo = async (id: string, why: ChangeReason): Promise<MadeChange> => {
    const batch = await findBatch(id);
    // Nothing more of an interrupted batch is written from here on, even if it is still running.
    if (batch.finishedAt === undefined) await repository.stop(id);
    const { locations, unchanged, refused } = await planUndo(id);
    if (locations.length === 0)
      return { batch: null, changed: [], unchanged, refused: await describeRefused(refused) };
    const written = await repository.write({ ...(await stampOf(why)), undoes: id }, locations);
    if (batch.undoes !== undefined && written.changed.length > 0) await repository.clearUndone(batch.undoes);
    return { ...written, unchanged, refused: await describeRefused([...refused, ...written.refused]) };
  };

  /** Describes the last change of locations that could not be changed, ten at once. */
  const describeRefused = async (codes: readonly string[]): Promise<readonly RefusedLocation[]> => {
    const described: RefusedLocation[] = [];
    for (let start = 0; start < codes.length; start += 10) {
      const some = codes.slice(start, start + 10).map(async (code) => {
        // A change without history is the work of another tool. What was written must be reported even without names.
        const [last] = await repository.changesOfLocation(code, { limit: 1 }).catch(() => []);
        const { by = 'somebody', at = 'an unknown time', id: batch = null } = last ?? {};
        return { code, by, at, batch };
      });
      described.push(...(await Promise.all(some)));
    }
    return described;
  };

  return {
    /** Finds locations by a filter, ordered by code. They are the stored records with the changes by hand. */
    find: (query: LocationQuery): Promise<readonly Location[]> => selectLocations(stack, query, now()),
    read,
    plan,
    make,
    planUndo,
    undo,

    /** Lists batches, or those of one location with their changes, newest first. `next` is the `before` of the next page. */
    async history({
      code,
      ...page
    }: {
      readonly code?: string | undefined;
      readonly limit: number;
      readonly before?: string | undefined;
    }): Promise<{ readonly entries: readonly HistoryEntry[]; readonly next: string | null }> {
      const more = { ...page, limit: page.limit + 1 };
      const found =
        code === undefined
          ? (await repository.batches(more)).map(entryOfBatch)
          : (await repository.changesOfLocation(code, more)).map(entryOfLocation);
      const entries = found.slice(0, page.limit);
      return { entries, next: found.length > page.limit ? (entries.at(-1)?.batch ?? null) : null };
    },
  };
};

type Stamp = Pick<ChangeBatch, 'id' | 'at' | 'by' | 'reason'>;

interface ReadLocation {
  readonly code: string;
  readonly imported: Location | undefined;
  readonly stored: StoredOverrides | undefined;
}

const unknownLocations = (codes: readonly string[]): OperatorError =>
  new OperatorError(`there is no location ${codes.slice(0, 10).join(', ')}`, {
    code: 'not_found',
    remedy: 'Ids have capitals and a type, such as 310003_PO',
  });

/** Plans the changes of one location. Throws OperatorError if a value does not fit. */
const planLocation = (
  { code, imported, stored }: ReadLocation,
  { set = {}, unset = [], until }: Edits,
  now: Date,
): PlannedLocation => {
  const fields = stored?.fields ?? {};
  const before = applyOverrides(imported, fields, now).location;
  const base = imported ?? before;
  const entries = Object.entries(set).flatMap(([name, value]) => {
    const field = overrideField(name);
    // Special hours are over after their last date.
    const lastDay = until ?? field?.lastDate;
    const current = fields[name];
    const parsed = (given: unknown) => JSON.stringify(field ? field.parse(given).data : given);
    const isMade =
      current !== undefined && current.until === lastDay && parsed(current.value) === parsed(value);
    if (isMade) return [];
    const replaced = base && field ? field.read(base) : null;
    return [[name, { value, until: lastDay, replaced }] as const];
  });
  const planned = {
    code,
    set: Object.fromEntries(entries),
    unset: unset.filter((name) => name in fields),
  };
  const stamp = { id: '', at: now.toISOString(), by: '', reason: '' };
  const planFields = fieldsAfter({ ...planned, read: stored }, stamp);
  const { location: after, ignored } = applyOverrides(imported, planFields, now);
  const misfit = ignored.find(({ name }) => name in planned.set);
  if (misfit) throw new UsageError(`${code}: ${misfit.name}: ${misfit.problem}`);
  const added = location.safeParse(set.added).data;
  checkDates(code, { set, until }, after ?? before ?? added, now);
  const names = [...Object.keys(planned.set), ...planned.unset];
  if (names.includes('opens_on') || names.includes('closes_on')) checkService(code, before, after, now);
  return {
    ...planned,
    ...describeChange(imported, { before: fields, after: planFields, names }, now),
    read: stored,
  };
};

/** Rejects a last day before the first one, and dates that end the service of a location now. Throws UsageError. */
const checkService = (
  code: string,
  before: Location | undefined,
  after: Location | undefined,
  now: Date,
): void => {
  if (!after) return;
  const { opensOn = '', closesOn = opensOn } = after;
  if (closesOn < opensOn)
    throw new UsageError(`${code}: closes_on ${closesOn} must not be before opens_on ${opensOn}`);
  const dateIn = datesAt(now);
  if (before && isInService(before, dateIn) && !isInService(after, dateIn))
    throw new UsageError(`${code} would be ${publicationState(after, now)}, and no longer published`, {
      remedy: 'To leave it out, use `waypost locations remove`',
    });
};

/** Rejects changes that are over already, or before they begin. Throws UsageError. */
const checkDates = (
  code: string,
  { set = {}, until }: Edits,
  place: Location | undefined,
  now: Date,
): void => {
  const today = datesAt(now)(place?.timeZone ?? 'UTC');
  const checkDay = (day: string, first = '') => {
    if (day < today) throw new UsageError(`${code}: ${day} is over: it is ${today} there`);
    if (day < first) throw new UsageError(`${code}: the change ends on ${day}, before it begins on ${first}`);
  };
  if (until !== undefined) checkDay(until);
  for (const dates of Object.keys(set).map(readFieldName)) {
    if (dates?.kind !== 'dates') continue;
    const [first, last] = [dates.first, dates.last].map(formatIsoDate);
    checkDay(last ?? '');
    if (until !== undefined) checkDay(until, first);
  }
};

/** Describes whether a location is published, which its dates may exclude. */
const publicationState = (location: Location | undefined, now: Date): string => {
  const dateIn = datesAt(now);
  if (!location) return 'not published';
  if (hasClosed(location, dateIn)) return `closed after ${location.closesOn}`;
  return isInService(location, dateIn) ? 'published' : `not open until ${location.opensOn}`;
};

/** Returns a field of a location; whether it is published for the fields that concern all of it. */
const valueIn = (location: Location | undefined, name: string, now: Date): unknown => {
  if (name === 'added' || name === 'removed') return publicationState(location, now);
  return location ? (overrideField(name)?.read(location) ?? null) : null;
};

/** Describes what new overrides change at a location. */
const describeChange = (
  imported: Location | undefined,
  overrides: { readonly before: Overrides; readonly after: Overrides; readonly names: readonly string[] },
  now: Date,
): Pick<PlannedLocation, 'name' | 'changes'> => {
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

const fieldsAfter = (
  { read, set, unset }: Pick<PlannedLocation, 'read' | 'set' | 'unset'>,
  { id: batch, at, by, reason }: Stamp,
): Overrides => {
  const kept = Object.entries(read?.fields ?? {}).filter(([name]) => !unset.includes(name));
  const added = Object.entries(set).map(
    ([name, each]) => [name, { ...each, batch, at, by, reason }] as const,
  );
  return Object.fromEntries([...kept, ...added]);
};

/** Whether fields have these overrides. A batch sets a field once, so that its id identifies the override. */
const isAs = (fields: Overrides, expected: LocationChange['before']): boolean =>
  Object.entries(expected).every(([name, each]) => fields[name]?.batch === each?.batch);

const withoutNull = (fields: LocationChange['before']): Overrides =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, each]) => (each ? [[name, each]] : [])));

const entryOfBatch = ({ id, at, by, reason, command, ...batch }: ChangeBatch): HistoryEntry => ({
  batch: id,
  at,
  by,
  reason,
  command,
  locations: batch.codes.length - batch.refused.length,
  isComplete: batch.finishedAt !== undefined,
  undoes: batch.undoes ?? null,
  undoneBy: batch.undoneBy ?? null,
});

const entryOfLocation = ({ id, at, by, reason, command, before, after }: LocationChange): HistoryEntry => ({
  batch: id,
  at,
  by,
  reason,
  command,
  locations: 1,
  isComplete: true,
  undoes: null,
  undoneBy: null,
  changes: Object.keys(after).map((field) => ({
    field,
    before: before[field]?.value ?? null,
    after: after[field]?.value ?? null,
  })),
});
