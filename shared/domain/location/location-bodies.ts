/**
 * What is shown of locations: the bodies of the rows, which ascend, each made when it is asked for. May throw, at any record,
 * where they are kept in a form that can turn out to be unreadable.
 */
export type LocationBodies<Body> = (rows: Iterable<number>) => Iterable<Body>;

/** Bodies that are in memory already, by row. */
export const bodiesInMemory = <Body>(inMemory: readonly Body[]): LocationBodies<Body> =>
  function* (rows) {
    for (const row of rows) {
      const body = inMemory[row];
      if (body !== undefined) yield body;
    }
  };

/** What shows a body together with what was found out about its row. */
type Show<Body, Found, Shown> = (body: Body, found: Found) => Shown;

/**
 * Shows each of what was found, in the order given. Rows may come in any order: records that are kept together are
 * read together.
 */
export const shownInOrder = <Body, Found extends { readonly row: number }, Shown>(
  bodies: LocationBodies<Body>,
  found: readonly Found[],
  show: Show<Body, Found, Shown>,
): Shown[] => {
  const byRow = found.map((one, place) => ({ one, place })).sort((a, b) => a.one.row - b.one.row);
  const shown = new Array<Shown>(found.length);
  let next = 0;
  for (const body of bodies(byRow.map(({ one }) => one.row))) {
    const due = byRow[next++];
    if (due) shown[due.place] = show(body, due.one);
  }
  return shown;
};
