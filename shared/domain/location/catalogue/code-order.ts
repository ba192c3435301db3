import type { PositionSet } from '../../../spatial/index.ts';
import { madeOnce } from '../../made-once.ts';
import type { LocationColumns } from './location-columns.ts';

/** Sets of fewer than one row in so many are put in order; a walk through all codes finds the others sooner. */
const sparse = 16;

/** Rows in the order of location codes. */
export interface CodeOrder {
  /** The row of a rank, which must be one. */
  rowOf(rank: number): number;
  /** `count` rows after the first `offset`, of a set or of all. */
  page(among: PositionSet | undefined, offset: number, count: number): Uint32Array;
}

/** Finds rows by the ranks that the columns say. */
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
