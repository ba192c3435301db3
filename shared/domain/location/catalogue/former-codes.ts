import type { ColumnBuilder } from './column-builder.ts';
import { type Postings, postingsOf } from './postings.ts';

/** Builds the column of former codes, with the rows of the locations that name each. */
export const formerCodesColumn = (): ColumnBuilder<Postings> => {
  const ranksByCode = new Map<string, number[]>();
  let rank = 0;
  return {
    add({ formerCodes = [] }) {
      for (const code of formerCodes) {
        const ranks = ranksByCode.get(code);
        if (ranks) ranks.push(rank);
        else ranksByCode.set(code, [rank]);
      }
      rank++;
    },
    finish: (rows) => postingsOf(ranksByCode, rows),
  };
};
