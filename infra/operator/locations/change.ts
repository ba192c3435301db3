import { readFile } from 'node:fs/promises';
import timeZoneAt from '@photostructure/tz-lookup';
import { recordKinds, storedKeys } from '../../../shared/data-access/importing/record-kinds.ts';
import {
  BatchInterrupted,
  BatchUndone,
} from '../../../shared/data-access/location-changes/change-repository.ts';
import { readRuns } from '../../../shared/data-access/publishing/runs.ts';
import { describeIssues } from '../../../shared/domain/importing/import-field.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { location } from '../../../shared/domain/location/location.ts';
import { datesField, readFieldName } from '../../../shared/domain/location/overrides/override-fields.ts';
import { asWord } from '../../local/command-words.ts';
import type { CommandContext, Outcome, Run } from '../command.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import { publishInTurn, publishStored } from '../publish/publish.ts';
import { type OperatedStack, type StackTables, tableOf } from '../stack/operated-stack.ts';
import { onInterrupt, say, showProgress } from '../terminal/output.ts';
import { fieldLines, formatCounted, textTable } from '../terminal/text.ts';
import { checkFieldNames, coordinates, formatValue, parseAssignments, parseValue } from './assignments.ts';
import { type ChangePlan, type LocationEditor, locationEditor, type MadeChange } from './location-editor.ts';
import { parseFilter } from './location-filter.ts';
import type { Edits } from './plan-change.ts';

interface ChangeOptions {
  readonly where?: readonly string[];
  readonly reason?: string;
  readonly until?: string;
  readonly dryRun?: boolean;
}

export const closeLocations: Run<ChangeOptions & { id?: string; on: string; to?: string }> = (
  context,
  { id, on, to = on, ...options },
) => {
  const field = datesField(on, to);
  const words = ['close', ...idWord(id), '--on', on, ...(to === on ? [] : ['--to', to])];
  return changeLocations(context, { words, id, set: { [field]: parseValue(field, 'closed') }, ...options });
};

export const setLocations: Run<ChangeOptions & { values: readonly string[] }> = (
  context,
  { values, ...options },
) => {
  const { id, rest } = splitTarget(values, options);
  const set = parseAssignments(rest);
  if (rest.length === 0) throw new UsageError('no field is set', 'Add name=value');
  return changeLocations(context, { words: ['set', ...values], id, set, ...options });
};

export const unsetLocations: Run<ChangeOptions & { fields: readonly string[] }> = (
  context,
  { fields, ...options },
) => {
  const { id, rest: unset } = splitTarget(fields, options);
  if (unset.length === 0) throw new UsageError('no field is given', 'Add the names of the fields');
  checkFieldNames(unset);
  return changeLocations(context, { words: ['unset', ...fields], id, unset, ...options });
};

export const removeLocations: Run<ChangeOptions & { id?: string }> = (context, { id, ...options }) =>
  changeLocations(context, { words: ['remove', ...idWord(id)], id, set: { removed: true }, ...options });

export const addLocation: Run<ChangeOptions & { file: string }> = async (context, { file, ...options }) => {
  const { data: added, error } = locationRecord.safeParse(await readRecord(file));
  if (error) throw new UsageError(`${file}: ${describeIssues(error)}`);
  // Unsets the removal, so that a removed location can be added again.
  const edits = { set: { added }, unset: ['removed'] };
  return changeLocations(context, { words: ['add', file], id: added.locationCode, ...edits, ...options });
};

export const undoChange: Run<Pick<ChangeOptions, 'reason' | 'dryRun'> & { batch: string }> = async (
  { openStack },
  { batch, reason, dryRun },
) => {
  checkReason({ reason, dryRun });
  const stack = await openStack();
  const editor = locationEditor(stack);
  if (dryRun) return dryRunOutcome(await editor.planUndo(batch));
  const why = { reason: reason ?? '', command: `waypost locations undo ${batch}` };
  return makeAndPublish(stack, () => editor.undo(batch, why), { undone: batch });
};

const idWord = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);

/** Splits arguments into a location id and the other arguments. If a filter selects the locations, there is no id. */
const splitTarget = (words: readonly string[], { where }: ChangeOptions) => {
  const [id, ...rest] = words;
  return where ? { id: undefined, rest: words } : { id, rest };
};

const readRecord = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file === '-' ? '/dev/stdin' : file, 'utf8'));
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as one JSON object: ${errorMessage(cause)}`);
  }
};

interface ChangeRequest extends ChangeOptions, Pick<Edits, 'set' | 'unset'> {
  /** The command and its arguments, excluding common options. */
  readonly words: readonly string[];
  readonly id: string | undefined;
}

const changeLocations = async (
  { openStack }: CommandContext,
  { words, id, where, reason, dryRun, set, unset, until }: ChangeRequest,
): Promise<Outcome> => {
  if ((id === undefined) === (where === undefined))
    throw new UsageError('specify one location, or --where', 'See `waypost locations find --help`');
  checkReason({ reason, dryRun });
  const query = where && parseFilter(where);
  const stack = await openStack();
  const editor = locationEditor(stack);
  const codes = query ? (await editor.find(query)).map(({ locationCode }) => locationCode) : idWord(id);
  if (codes.length === 0) throw new OperatorError('no location matches the filter', { code: 'not_found' });
  if (set?.added) await refuseExisting(editor, codes);
  const edits = { set, unset, until };
  const plan = await editor.plan(codes, edits);
  for (const warning of await changeWarnings(stack, plan, edits)) say(`warning: ${warning}`);
  if (dryRun) return dryRunOutcome(plan);
  const filters = (where ?? []).flatMap((each) => ['--where', each]);
  const end = until === undefined ? [] : ['--until', until];
  const command = ['waypost locations', ...[...words, ...filters, ...end].map(asWord)].join(' ');
  const progress = showProgress(plan.locations.length, '{count} locations changed');
  return makeAndPublish(stack, () =>
    editor
      .make(plan, { reason: reason ?? '', command }, (count) => progress.update(count, count))
      .finally(progress.stop),
  );
};

const checkReason = ({ reason, dryRun }: Pick<ChangeOptions, 'reason' | 'dryRun'>): void => {
  if (reason === undefined && !dryRun)
    throw new UsageError('a change needs a --reason', 'To show only what would change, use --dry-run');
};

export const refuseExisting = async (
  editor: LocationEditor,
  [code = '']: readonly string[],
): Promise<void> => {
  const existing = await editor.read(code).catch((error: unknown) => {
    if (error instanceof OperatorError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (existing?.imported || existing?.result)
    throw new OperatorError(`${code} already exists`, { remedy: 'Change it with `waypost locations set`' });
};

export const changeWarnings = async (
  stack: StackTables,
  plan: ChangePlan,
  edits: Edits,
): Promise<readonly string[]> => [...timeZoneWarnings(plan, edits), ...(await serviceWarnings(stack, edits))];

/** Warns of service codes that no import contains, because they may be mistyped. */
const serviceWarnings = async (stack: StackTables, { set = {} }: Edits): Promise<readonly string[]> => {
  const unknown = new Set(location.safeParse(set.added).data?.services.map(({ code }) => code));
  for (const [name, value] of Object.entries(set)) {
    const field = readFieldName(name);
    if (field?.kind === 'service' && value !== false) unknown.add(field.code);
  }
  if (unknown.size === 0) return [];
  for await (const { key } of storedKeys(tableOf(stack, 'capabilities'), recordKinds.services))
    unknown.delete(Number(key));
  return Array.from(unknown, (code) => `service ${code} is not among the imported services`);
};

/** Warns of moves to a different time zone, because a location keeps its time zone unless the time zone is also set. */
const timeZoneWarnings = ({ locations }: ChangePlan, { set = {} }: Edits): readonly string[] => {
  if (set.position === undefined || set.time_zone !== undefined) return [];
  return locations.flatMap(({ code, changes }) =>
    changes.flatMap(({ before, after }) => {
      const [zoneBefore, zone] = [before, after].map((value) => {
        const { data: at } = coordinates.safeParse(value);
        return at && timeZoneAt(at.lat, at.lon);
      });
      return zone === zoneBefore
        ? []
        : [`${code} moves to a different time zone; also set time_zone=${zone}`];
    }),
  );
};

type ShownPlan = ChangePlan & { readonly refused?: readonly string[] };

const dryRunOutcome = ({ locations, unchanged, refused }: ShownPlan): Outcome => {
  const rows = locations.flatMap(({ code, name, changes }) =>
    changes.map(({ field, before, after }) => ({
      location: code,
      name,
      field,
      before: formatValue(field, before),
      after: formatValue(field, after),
    })),
  );
  const again = refused?.length
    ? `. Skipped, because they have been changed since: ${refused.join(', ')}`
    : '';
  const count = `${formatCounted(locations.length, 'location')} would change, ${unchanged.length} would not${again}`;
  return {
    data: {
      dryRun: true,
      locations: locations.map(({ code, name, changes }) => ({ code, name, changes })),
      unchanged,
      refused,
    },
    text: `${textTable(rows)}\ndry run: nothing was changed. ${count}`.trimStart(),
  };
};

/** Makes a change and publishes it, also if nothing changes, because an interrupted command may not have published. */
const makeAndPublish = async (
  stack: OperatedStack,
  make: () => Promise<MadeChange>,
  more: object = {},
): Promise<Outcome> => {
  const startedAt = new Date().toISOString();
  const made = await makeWhole(stack, make);
  const { batch, changed, unchanged, refused } = made;
  const undo =
    batch === null ? [] : [`To undo the change: ${stack.command(`waypost locations undo ${batch}`)}`];
  const facts =
    batch === null
      ? 'nothing to change'
      : fieldLines({ batch, changed: formatCounted(changed.length, 'location') });
  const data = { ...made, ...more, publication: null };
  const text = [facts, ...(refused.length > 0 ? [describeRefused(refused)] : [])].join('\n');
  const due = [...changed, ...unchanged];
  const published =
    due.length > 0 ? await publishChanges(stack, due, { data, text }, startedAt, undo) : undefined;
  const result = { data: { ...data, publication: published?.publication ?? null }, text: facts };
  if (refused.length > 0)
    throw new OperatorError(describeRefused(refused), {
      code: 'busy',
      remedy: 'Check the changes with `waypost locations show`, then run the command again',
      result,
    });
  return { ...result, notes: [...(published ? [published.note] : []), ...undo] };
};

/** Makes a change, and explains how to continue after an interruption. Throws OperatorError. */
export const makeWhole = async (
  stack: OperatedStack,
  make: () => Promise<MadeChange>,
): Promise<MadeChange> => {
  using _ = onInterrupt(
    `some locations may have been changed. Repeat the change, or undo the newest batch in \`${stack.command('waypost locations history')}\``,
  );
  try {
    return await make();
  } catch (cause) {
    if (cause instanceof BatchUndone)
      throw new OperatorError(`${cause.message} while it was being written`, { code: 'busy', cause });
    if (!(cause instanceof BatchInterrupted)) throw cause;
    throw new OperatorError(
      `the change was interrupted after ${formatCounted(cause.changed, 'location')}: ${errorMessage(cause.cause)}`,
      {
        remedy: `Repeat the change to complete it, or undo what was changed: \`${stack.command(`waypost locations undo ${cause.batch}`)}\``,
        cause,
      },
    );
  }
};

const describeRefused = (refused: MadeChange['refused']): string => {
  const named = refused.slice(0, 10).map(({ code, by, at }) => `${code} (by ${by} at ${at})`);
  const more = refused.length > 10 ? ` and ${refused.length - 10} more` : '';
  return `${formatCounted(refused.length, 'location')} skipped, because someone else has changed ${refused.length === 1 ? 'it' : 'them'} in the meantime: ${named.join(', ')}${more}`;
};

/** Publishes changed locations, and waits until they are served. Throws OperatorError, with `result`. */
export const publishChanges = async (
  stack: OperatedStack,
  changed: readonly string[],
  result: NonNullable<OperatorError['result']>,
  startedAt = new Date().toISOString(),
  undo: readonly string[] = [],
) => {
  const request = { reason: 'manual changes', changed: [...changed] };
  try {
    const published = await publishStored(stack, request, { fact: 'the changes are stored', result });
    await recheckRejected(stack);
    return published;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'publication_refused') throw error;
    const { message, code, exit, cause } = error;
    const remedy = await remedyOfRefusal(stack, startedAt, undo);
    throw new OperatorError(message, { code, exit, result: error.result, cause, remedy });
  }
};

/**
 * If the last recorded run was rejected or failed, requests a full run, whose result replaces it in `waypost status`.
 * The run for these changes read only their rows, so it does not show whether all other records can be published.
 */
const recheckRejected = async (stack: OperatedStack): Promise<void> => {
  const runs = await readRuns(stack.published).catch(() => []);
  const status = runs.find(({ outcome }) => outcome.status !== 'held')?.outcome.status;
  if (status !== 'refused' && status !== 'failed') return;
  say('publishing all stored records, because an earlier publication was rejected or failed ...');
  await publishInTurn(stack, { reason: 'manual changes', onlyChanges: true }).catch((error: unknown) => {
    say(`the changes are published, but not all other stored records: ${errorMessage(error)}`);
  });
};

/**
 * Explains how to proceed. Records that were rejected before the change are published with it, and therefore rejected
 * again.
 */
const remedyOfRefusal = async (
  stack: OperatedStack,
  startedAt: string,
  undo: readonly string[],
): Promise<string> => {
  const force = stack.command('waypost publish --force');
  // The rejection is reported even if the earlier runs cannot be read.
  const runs = await readRuns(stack.published).catch(() => []);
  const before = runs.find((run) => run.startedAt < startedAt && run.outcome.status !== 'held');
  return before?.outcome.status === 'refused'
    ? `The publication before the change was also rejected (${before.reason}, ${before.startedAt}), and its records would be published too. Correct them, or publish everything that is stored: ${force}`
    : [`To publish it anyway: ${force}`, ...undo].join('. ');
};
