/** Largest import file, unpacked: limits that keep a small gzip file from being read for hours. */
export interface FileLimits {
  readonly bytes: number;
  /** Blank lines included. */
  readonly lines: number;
}

/** Several times a file of a million locations of 2 kB. */
export const fileLimits: FileLimits = { bytes: 8_000_000_000, lines: 5_000_000 };

/** An import file exceeds one of its limits. */
class TooLargeImport extends Error {
  override readonly name = 'TooLargeImport';
}

const grouped = new Intl.NumberFormat('en');

/** Counts what is read of a file. Both throw TooLargeImport beyond the limit. */
export const countedAgainst = (limits: FileLimits) => {
  let bytes = 0;
  return {
    addBytes(more: number): void {
      bytes += more;
      if (bytes > limits.bytes)
        throw new TooLargeImport(`it has more than ${grouped.format(limits.bytes)} bytes unpacked`);
    },
    expectLine(line: number): void {
      if (line > limits.lines)
        throw new TooLargeImport(`it has more than ${grouped.format(limits.lines)} lines`);
    },
  };
};
