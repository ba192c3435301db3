import {
  type ChangeBatch,
  changeRepository,
  type LocationChange,
  maxBatchLocations,
} from '../../../shared/data-access/location-changes/change-repository.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import {
  applyOverrides,
  type Overrides,
  overrideStates,
} from '../../../shared/domain/location/overrides/overrides.ts';
import { OperatorError, UsageError } from '../errors.ts';
import { type OperatedStack, type StackTables, tableOf } from '../stack/operated-stack.ts';
import { importedLocations } from '../stack/stored-network.ts';
import { type LocationQuery, selectLocations } from './location-filter.ts';
import {
  describeChange,
  type Edits,
  type PlannedLocation,
  planLocation,
  publicationState,
  stamped,
  timeAfter,
} from './plan-change.ts';

export interface ChangePlan {
  readonly locations: readonly PlannedLocation[];
  /** Codes of locations where the same changes have already been made. */
  readonly unchanged: readonly string[];
}

type ChangeReason = Pick<ChangeBatch, 'reason' | 'command'>;

export type LocationEditor = ReturnType<typeof locationEditor>;

export type EditedLocation = Awaited<ReturnType<LocationEditor['read']>>;

export type MadeChange = Awaited<ReturnType<LocationEditor['undo']>>;

/** A batch in the history, or the part of it that concerns one location. Only the latter has `changes`. */
export type HistoryEntry = ReturnType<typeof historyEntry>;

/** Operators' changes override fields of imported records. Methods throw OperatorError, StoreUnavailable. */
export const locationEditor = (
  stack: StackTables & Pick<OperatedStack, 'published' | 'actor' | 'command'>,
  now: () => Date = () => new Date(),
) => {
  const repository = changeRepository(tableOf(stack, 'locationChanges'), now);

  const readStored = async (codes: readonly string[]) => {
    const [imported, overrides] = await Promise.all([
      importedLocations(stack, codes),
      repository.overridesOf(codes),
    ]);
    return codes.map((code) => ({ code, imported: imported.get(code), stored: overrides.get(code) }));
  };

  const read = async (code: string) => {
    const [found] = await readStored([code]);
    const { imported, stored } = found ?? {};
    if (!imported && !stored) throw unknownLocations([code]);
    const fields = stored?.fields ?? {};
    const states = overrideStates(imported, fields, now());
    const { location: result } = applyOverrides(imported, fields, now());
    const overrides = Object.entries(fields).map(([field, each]) => ({
      ...each,
      field,
      state: states[field] ?? ('invalid' as const),
    }));
    return {
      code,
      /** Undefined if no import contains the location. */
      imported,
      overrides,
      /** The record with its overrides. Undefined if the location is removed or unknown. */
      result,
      /** Whether the resulting record is published, or the reason why it is not. */
      state: publicationState(result, now()),
      /** Revision, which changes with each manual change. Null if there has been none. */
      revision: stored?.revision ?? null,
    };
  };

  /**
   * Plans changes without making them. `basedOn` is the revision that the operator has seen, for a single location.
   * Throws OperatorError if a location does not exist, a value is invalid, or the revision differs.
   */
  const plan = async (
    codes: readonly string[],
    edits: Edits,
    basedOn?: string | null,
  ): Promise<ChangePlan> => {
    if (codes.length > maxBatchLocations)
      throw new UsageError(
        `a batch can change at most ${maxBatchLocations} locations, not ${codes.length}`,
        'Narrow the filter, and make the change in several batches',
      );
    const found = await readStored(codes);
    const missing = found.filter(({ imported, stored }) => !imported && !stored && !edits.set?.added);
    if (missing.length > 0) throw unknownLocations(codesOf(missing));
    const [first] = found;
    if (basedOn !== undefined && first && (first.stored?.revision ?? null) !== basedOn)
      throw new OperatorError(`${first.code} has been changed since it was read`, {
        code: 'busy',
        remedy: 'Read it again, and make the change again',
      });
    const planned = found.map((each) => planLocation(each, edits, now()));
    const [unchanged, locations] = partition(planned, ({ changes }) => changes.length === 0);
    return { locations, unchanged: codesOf(unchanged) };
  };

  const stampOf = async ({ reason, command }: ChangeReason, at = now().toISOString()) => ({
    id: repository.newBatchId(),
    at,
    by: await stack.actor(),
    reason,
    command,
  });

  /**
   * Makes planned changes. `batch` is null if there was nothing to change. `unchanged` locations already had these values,
   * but an interrupted command may not have published them. Locations that have changed since the planning are skipped,
   * and returned in `refused`.
   */
  const make = async (
    { locations, unchanged }: ChangePlan,
    why: ChangeReason,
    onWritten?: (count: number) => void,
  ) => {
    if (locations.length === 0) return { batch: null, changed: [], unchanged, refused: [] };
    const stamp = await stampOf(why, timeAfter(locations, now()));
    const changed = locations.map((each) => ({ ...each, fields: stamped(each.fields, stamp) }));
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

  /**
   * Plans how to undo a batch. `unchanged` are the locations that are as before the batch, and `refused` those that
   * have changed since and are skipped. Throws OperatorError if the batch does not exist.
   */
  const planUndo = async (id: string) => {
    const changes = await repository.changesOf(await findBatch(id));
    const found = await readStored(changes.map(({ locationCode }) => locationCode));
    const each = found.map(({ code, imported, stored }, index) => {
      const { before = {}, after = {} } = changes[index] ?? {};
      return { code, imported, read: stored, current: stored?.fields ?? {}, before, after };
    });
    const [unchanged, due] = partition(each, ({ current, before }) => isAs(current, before));
    const [undoable, refused] = partition(due, ({ current, after }) => isAs(current, after));
    const locations = undoable.map(({ code, imported, read, current, before }) => {
      const fields = withoutNull({ ...current, ...before });
      const names = Object.keys(before);
      const described = describeChange(imported, { before: current, after: fields, names }, now());
      return { code, read, fields, ...described };
    });
    return { locations, unchanged: codesOf(unchanged), refused: codesOf(refused) };
  };

  /**
   * Undoes a batch by restoring the previous overrides of its fields. Locations with a field that has changed since the
   * batch are skipped, and returned in `refused`. Interrupted batches can be undone, and interrupted undos repeated.
   */
  const undo = async (id: string, why: ChangeReason) => {
    const batch = await findBatch(id);
    // Prevents further writes of an interrupted batch, whose command may still be running.
    if (batch.finishedAt === undefined) await repository.stop(id);
    const { locations, unchanged, refused } = await planUndo(id);
    if (locations.length === 0)
      return { batch: null, changed: [], unchanged, refused: await describeRefused(refused) };
    const written = await repository.write({ ...(await stampOf(why)), undoes: id }, locations);
    if (batch.undoes !== undefined && written.changed.length > 0) await repository.clearUndone(batch.undoes);
    return { ...written, unchanged, refused: await describeRefused([...refused, ...written.refused]) };
  };

  /** For each location that could not be changed, reads the last change to it, ten locations at a time. */
  const describeRefused = async (codes: readonly string[]) => {
    const describe = async (code: string) => {
      // Reports the written locations even if the history cannot be read. Changes by other tools have no history.
      const [last] = await repository.changesOfLocation(code, { limit: 1 }).catch(() => []);
      const { by = 'someone', at = 'an unknown time', id: batch = null } = last ?? {};
      return { code, by, at, batch };
    };
    const described: Awaited<ReturnType<typeof describe>>[] = [];
    for (let start = 0; start < codes.length; start += 10)
      described.push(...(await Promise.all(codes.slice(start, start + 10).map(describe))));
    return described;
  };

  return {
    /** Finds stored locations, with manual changes applied, that match a filter. Ordered by code. */
    find: (query: LocationQuery): Promise<readonly Location[]> => selectLocations(stack, query, now()),
    read,
    plan,
    make,
    planUndo,
    undo,

    /** Lists all batches, or one location's changes, newest first. Pass `next` as `before` to get the next page. */
    async history({ code, limit, before }: { code?: string | undefined; limit: number; before?: string }) {
      const page = { limit: limit + 1, before };
      const found = await (code === undefined
        ? repository.batches(page)
        : repository.changesOfLocation(code, page));
      const entries = found.slice(0, limit).map(historyEntry);
      return { entries, next: found.length > limit ? (entries.at(-1)?.batch ?? null) : null };
    },
  };
};

const codesOf = (locations: readonly { readonly code: string }[]): readonly string[] =>
  locations.map(({ code }) => code);

const partition = <T>(items: readonly T[], matches: (item: T) => boolean): readonly [T[], T[]] => [
  items.filter(matches),
  items.filter((item) => !matches(item)),
];

const unknownLocations = (codes: readonly string[]): OperatorError =>
  new OperatorError(`unknown location: ${codes.slice(0, 10).join(', ')}`, {
    code: 'not_found',
    remedy: 'Ids are in capitals and end in a type, such as 310003_PO',
  });

/** Whether fields have these overrides. A batch sets a field only once, so its id identifies the override. */
const isAs = (fields: Overrides, expected: LocationChange['before']): boolean =>
  Object.entries(expected).every(([name, each]) => fields[name]?.batch === each?.batch);

const withoutNull = (fields: LocationChange['before']): Overrides =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, each]) => (each ? [[name, each]] : [])));

const historyEntry = (made: ChangeBatch | LocationChange) => {
  const { id: batch, at, by, reason, command } = made;
  const entry = { batch, at, by, reason, command };
  if ('codes' in made)
    return {
      ...entry,
      /** Number of changed locations, excluding skipped ones. */
      locations: made.codes.length - made.refused.length,
      /** False if the batch was interrupted or is still being written. */
      isComplete: made.finishedAt !== undefined,
      undoes: made.undoes ?? null,
      undoneBy: made.undoneBy ?? null,
      changes: undefined,
    };
  const changes = Object.entries(made.after).map(([field, after]) => ({
    field,
    before: made.before[field]?.value ?? null,
    after: after?.value ?? null,
  }));
  return { ...entry, locations: 1, isComplete: true, undoes: null, undoneBy: null, changes };
};
