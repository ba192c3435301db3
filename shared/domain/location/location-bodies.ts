import type { Location } from './location.ts';

/**
 * The records themselves: those of the rows, which ascend, each made when it is asked for. May throw, at any record,
 * where they are kept in a form that can turn out to be unreadable.
 */
export type LocationBodies = (rows: Iterable<number>) => Iterable<Location>;

/** Records that are in memory already, by row. */
export const bodiesInMemory = (locations: readonly Location[]): LocationBodies =>
  function* (rows) {
    for (const row of rows) {
      const location = locations[row];
      if (location) yield location;
    }
  };

/** What shows a record together with what was found out about its row. */
type Show<Found, Shown> = (location: Location, found: Found) => Shown;

/**
 * Shows each of what was found, in the order given. Rows may come in any order: records that are kept together are
 * read together.
 */
export const shownInOrder = <Found extends { readonly row: number }, Shown>(
  bodies: LocationBodies,
  found: readonly Found[],
  show: Show<Found, Shown>,
): Shown[] => {
  const byRow = found.map((one, place) => ({ one, place })).sort((a, b) => a.one.row - b.one.row);
  const shown = new Array<Shown>(found.length);
  let next = 0;
  for (const location of bodies(byRow.map(({ one }) => one.row))) {
    const due = byRow[next++];
    if (due) shown[due.place] = show(location, due.one);
  }
  return shown;
};
