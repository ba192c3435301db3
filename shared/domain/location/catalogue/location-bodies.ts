/**
 * What is shown of a location, by row, made when it is asked for. May throw where bodies are kept in a form that can
 * turn out to be unreadable.
 */
export type LocationBodies<Body> = (row: number) => Body;

/** How many are read at once: those that are kept together are found together, and none waits for all. */
const rowsAtOnce = 4096;

/** The bodies of the rows, in the order given. Rows that are kept together are read together. */
export function* bodiesInOrder<Body>(bodies: LocationBodies<Body>, rows: Uint32Array): Generator<Body> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const due = rows.subarray(start, start + rowsAtOnce);
    const read = new Map<number, Body>();
    for (const row of due.toSorted()) read.set(row, bodies(row));
    for (const row of due) {
      const body = read.get(row);
      if (body !== undefined) yield body;
    }
  }
}
