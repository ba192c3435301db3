const gap = '  ';

/** Columns as wide as their widest cell, the headings above; the last column has no blanks after it. */
export const textTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
};
