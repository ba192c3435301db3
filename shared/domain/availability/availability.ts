import { type PositionSet, positionsNumbered } from '../../spatial/index.ts';
import { lazy } from '../lazy.ts';
import type { CatalogueIndex, RowSelection } from '../location/catalogue/catalogue-index.ts';
import { findText } from '../location/catalogue/postings.ts';
import { isUnavailable, type Overlay, type OverlayRow } from './overlay.ts';

/** The availability was requested before the first report. A later retry may succeed. */
export class NoReportsYet extends Error {
  override readonly name = 'NoReportsYet';
}

/**
 * Opens one state of the overlay, identified by `etag`, to tell which locations accept parcels. It is immutable, but its
 * rows expire.
 */
export const openAvailability = (overlay: Overlay, etag: string) => {
  const rows = lazy(() => new Map(overlay.rows.map((row) => [row.location_code, row])));
  const ends = lazy(() =>
    overlay.rows.flatMap(({ accepting, until = '' }) => (accepting ? [] : Date.parse(until))),
  );
  /** Cached rows by catalogue. They are valid while `ended`, the number of expired overlay rows, is the same. */
  const selected = new WeakMap<CatalogueIndex, { readonly ended: number; readonly accepting: PositionSet }>();
  const countEnded = (now: Date): number => ends().filter((end) => end <= now.getTime()).length;

  return {
    /** Returns a tag that changes with the overlay, and whenever one of its rows expires. */
    tag: (now: Date): string => `${etag} ${countEnded(now)}`,
    accepting:
      (now: Date): RowSelection =>
      (index) => {
        const ended = countEnded(now);
        const found = selected.get(index);
        if (found?.ended === ended) return found.accepting;
        const accepting = acceptingRows(
          index,
          overlay.rows.filter((row) => isUnavailable(row, now)),
        );
        selected.set(index, { ended, accepting });
        return accepting;
      },
    /** `as_of` is the time of the observation. */
    of(locationCode: string, now: Date): Pick<OverlayRow, 'accepting' | 'reason' | 'until' | 'as_of'> {
      const row = rows().get(locationCode);
      if (!row || !(row.accepting || isUnavailable(row, now)))
        return { accepting: true, as_of: overlay.updated_at };
      const { accepting, reason, until, as_of } = row;
      return accepting ? { accepting, as_of } : { accepting, reason, until, as_of };
    },
  };
};

export type Availability = ReturnType<typeof openAvailability>;

/** Returns all rows except those of unavailable locations. Codes that are not in the index are ignored. */
const acceptingRows = (index: CatalogueIndex, unavailable: readonly OverlayRow[]): PositionSet => {
  const rows = index.rows();
  const isExcluded = new Uint8Array(index.size);
  for (const { location_code } of unavailable) {
    const rank = findText(index.codes(), location_code);
    const row = rank === undefined ? undefined : rows[rank];
    if (row !== undefined) isExcluded[row] = 1;
  }
  return positionsNumbered(isExcluded, Uint8Array.of(1, 0));
};
