import type { ColumnBuilder } from './column-builder.ts';
import { type Postings, postingsOf } from './postings.ts';

/** Builds the column of former codes. It maps each former code to the rows of the locations that list it. */
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
