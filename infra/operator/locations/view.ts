import { principalAddress } from '../../../shared/domain/location/location.ts';
import type { Run } from '../command.ts';
import { encodeCursor, formatPage, nextPageText, type PageOptions, pageOf, placeAfter } from '../page.ts';
import { fieldLines, formatCount, textTable, visibleJson } from '../terminal/text.ts';
import { formatValue } from './assignments.ts';
import { type HistoryEntry, locationEditor } from './location-editor.ts';
import { parseFilter } from './location-filter.ts';

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
  const total = found.length;
  return {
    data: { total, locations, next: page.next },
    text:
      total === 0
        ? 'no locations'
        : `${formatPage(locations, { next: null }, 'none')}\n${formatCount(total)} in total${nextPageText(page)}`,
  };
};

export const showLocation: Run<{ readonly id: string }> = async ({ openStack }, { id }) => {
  const found = await locationEditor(await openStack()).read(id);
  const { imported = null, overrides, result = null, state: published } = found;
  const rows = overrides.map(({ field, value, replaced, state, until = '', at, by, batch, reason }) => ({
    field,
    value: formatValue(field, value),
    fileSaid: formatValue(field, replaced),
    state,
    until,
    since: at,
    by,
    batch,
    reason,
  }));
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
        ? [section('MANUAL CHANGES', textTable(rows)), section('RESULT', record(result, 'not published'))]
        : []),
    ].join('\n\n'),
  };
};

/** `waypost locations history`: batches, or the changes to one location, newest first. */
export const showHistory: Run<PageOptions & { readonly id?: string }> = async (
  { openStack },
  { id, limit, cursor },
) => {
  const list = `history ${id ?? ''}`;
  const [before] = placeAfter(list, cursor) ?? [];
  const editor = locationEditor(await openStack());
  const { entries, next: last } = await editor.history({ code: id, limit, before });
  const next = last === null ? null : encodeCursor(list, [last, '']);
  const rows = id === undefined ? entries.map(batchRow) : entries.flatMap(changeRows);
  return { data: { entries, next }, text: formatPage(rows, { next }, 'no changes') };
};

const batchRow = ({ at, batch, by, locations, reason, command, ...entry }: HistoryEntry) => {
  const made = entry.isComplete ? 'complete' : 'not complete';
  const state = entry.undoneBy === null ? made : `undone by ${entry.undoneBy}`;
  return { at, batch, by, locations, state, reason, command };
};

const changeRows = ({ at, batch, by, reason, changes = [] }: HistoryEntry) =>
  changes.map(({ field, before, after }) => ({
    at,
    batch,
    by,
    field,
    before: formatValue(field, before),
    after: formatValue(field, after),
    reason,
  }));
