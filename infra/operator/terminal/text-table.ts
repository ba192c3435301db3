import { visible } from './visible-text.ts';

const gap = '  ';

/**
 * Columns as wide as their widest cell, the headings above; the last column has no blanks after it. Cells are somebody's
 * text. `numbers` are the places of the columns whose cells end below each other.
 */
export const textTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string => {
  const all = [headings, ...rows].map((row) => row.map(visible));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return numbers.includes(column) ? cell.padStart(width) : cell.padEnd(width);
  };
  return all.map((row) => row.map(padded).join(gap).trimEnd()).join('\n');
};
