import { principalAddress } from '../../../shared/domain/location/location.ts';
import type { Run } from '../command.ts';
import { decodeCursor, encodeCursor, nextPageText, type PageOptions, pageOf } from '../page.ts';
import { fieldLines, formatCount, textTable, visibleJson } from '../terminal/text.ts';
import { formatValue } from './assignments.ts';
import { type HistoryEntry, locationEditor } from './location-editor.ts';
import { parseFilter } from './location-filter.ts';

/** `waypost locations find` */
export const findLocations: Run<PageOptions & { readonly where: readonly string[] }> = async (
  { openStack },
  { where, ...options },
) => {
  const query = parseFilter(where);
  const found = await locationEditor(await openStack()).find(query);
  const page = pageOf('locations', found, ({ locationCode }) => [locationCode, ''], options);
  const locations = page.items.map((location) => {
    const { locationCode: id, type, name = null, phoneNumber: phone = null } = location;
    const { suburb, state, postcode } = principalAddress(location);
    return { id, type, name, suburb, state, postcode, phone };
  });
  const rows = locations.map((each) => Object.values(each).map((value) => value ?? ''));
  const headings = ['ID', 'TYPE', 'NAME', 'SUBURB', 'STATE', 'POSTCODE', 'PHONE'];
  return {
    data: { total: found.length, locations, next: page.next },
    text:
      found.length === 0
        ? 'no locations'
        : `${textTable(headings, rows)}${nextPageText(page)}\n${formatCount(found.length)} in all`,
  };
};

/** `waypost locations show`. Throws OperatorError if the location does not exist. */
export const showLocation: Run<{ readonly id: string }> = async ({ openStack }, { id }) => {
  const found = await locationEditor(await openStack()).read(id);
  const { imported = null, overrides, result = null, state: published } = found;
  const table = textTable(
    ['FIELD', 'VALUE', 'FILE SAID', 'STATE', 'UNTIL', 'SINCE', 'BY', 'BATCH', 'REASON'],
    overrides.map(({ field, value, replaced, state, until = '', at, by, batch, reason }) => [
      field,
      formatValue(field, value),
      formatValue(field, replaced),
      state,
      until,
      at,
      by,
      batch,
      reason,
    ]),
  );
  const section = (heading: string, text: string) => `${heading}\n${text}`;
  const record = (value: unknown, otherwise: string) => (value === null ? otherwise : visibleJson(value));
  return {
    data: { id, imported, overrides, result, published },
    text: [
      fieldLines({
        id,
        name: result?.name ?? imported?.name ?? null,
        state: published,
        changes: overrides.length,
      }),
      section('IMPORTED', record(imported, 'not in the imported file')),
      ...(overrides.length > 0
        ? [section('CHANGES BY HAND', table), section('RESULT', record(result, 'not published'))]
        : []),
    ].join('\n\n'),
  };
};

/** `waypost locations history`: batches, or the changes of one location, newest first. */
export const showHistory: Run<PageOptions & { readonly id?: string }> = async (
  { openStack },
  { id, limit, cursor },
) => {
  const list = `history ${id ?? ''}`;
  const before = cursor === undefined ? undefined : decodeCursor(list, cursor)[0];
  const { entries, next: last } = await locationEditor(await openStack()).history({
    code: id,
    limit,
    before,
  });
  const next = last === null ? null : encodeCursor(list, [last, '']);
  const text = id === undefined ? batchTable(entries) : changeTable(entries);
  return {
    data: { entries, next },
    text: entries.length === 0 ? 'no changes' : `${text}${next ? `\nto continue: --cursor ${next}` : ''}`,
  };
};

const batchTable = (entries: readonly HistoryEntry[]): string =>
  textTable(
    ['AT', 'BATCH', 'BY', 'LOCATIONS', 'STATE', 'REASON', 'COMMAND'],
    entries.map((entry) => [
      entry.at,
      entry.batch,
      entry.by,
      formatCount(entry.locations),
      stateOf(entry),
      entry.reason,
      entry.command,
    ]),
    [3],
  );

const stateOf = ({ undoneBy, isComplete }: HistoryEntry): string => {
  if (undoneBy !== null) return `undone by ${undoneBy}`;
  return isComplete ? 'complete' : 'not complete';
};

const changeTable = (entries: readonly HistoryEntry[]): string =>
  textTable(
    ['AT', 'BATCH', 'BY', 'FIELD', 'BEFORE', 'AFTER', 'REASON'],
    entries.flatMap(({ at, batch, by, reason, changes = [] }) =>
      changes.map(({ field, before, after }) => [
        at,
        batch,
        by,
        field,
        formatValue(field, before),
        formatValue(field, after),
        reason,
      ]),
    ),
  );
