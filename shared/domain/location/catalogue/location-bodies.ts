/** Returns the body of a location by its row, made on demand. May throw if the stored form is unreadable. */
export type LocationBodies<Body> = (row: number) => Body;

/** Number of rows read at once: neighbours in storage are read together, and the first bodies do not wait for all. */
const rowsAtOnce = 4096;

/** Yields the bodies of the rows in the order given; rows stored together are read together. */
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
