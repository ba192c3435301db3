import type { PositionSet } from '../../../spatial/index.ts';
import { madeOnce } from '../../made-once.ts';
import type { LocationColumns } from './location-columns.ts';

/**
 * Ratio of all rows to a set's rows above which the set is sorted; for denser sets, a walk through all codes is
 * cheaper.
 */
const sparse = 16;

/** Rows in the order of location codes. */
export interface CodeOrder {
  /** Returns the row of a valid rank. */
  rowOf(rank: number): number;
  /** Returns `count` rows after the first `offset` in the order of codes, of a set or of all rows. */
  page(among: PositionSet | undefined, offset: number, count: number): Uint32Array;
}

/** Builds the order of location codes from the ranks in the columns. */
export const codeOrder = ({ size, places }: LocationColumns): CodeOrder => {
  const rowsByRank = madeOnce(() => {
    const rows = new Uint32Array(size);
    for (const [row, rank] of places().rank.entries()) rows[rank] = row;
    return rows;
  });

  const walked = (among: PositionSet, offset: number, count: number): Uint32Array => {
    const rows = rowsByRank();
    const found = new Uint32Array(count);
    let passed = 0;
    for (let rank = 0; passed < offset + count; rank++) {
      const row = rows[rank] ?? 0;
      if (!among.has(row)) continue;
      if (passed >= offset) found[passed - offset] = row;
      passed++;
    }
    return found;
  };

  const sorted = (among: PositionSet, offset: number, count: number): Uint32Array => {
    const rows = rowsByRank();
    const { rank } = places();
    const ranks = among.positions().map((row) => rank[row] ?? 0);
    return ranks
      .sort()
      .subarray(offset, offset + count)
      .map((each) => rows[each] ?? 0);
  };

  return {
    rowOf: (rank) => rowsByRank()[rank] ?? 0,
    page(among, offset, count) {
      if (!among) return rowsByRank().subarray(offset, offset + count);
      const due = Math.max(0, Math.min(count, among.size - offset));
      if (due === 0) return new Uint32Array();
      return among.size * sparse < size ? sorted(among, offset, due) : walked(among, offset, due);
    },
  };
};
