/** The longest line an import takes, in bytes: no item of DynamoDB may be larger. */
export const maximumLineBytes = 400 * 1024;

/** Where a line stands. */
export interface LineOrigin {
  /** Name of the file, as its reader knows it. */
  readonly source: string;
  /** Counted from 1, blank lines included. */
  readonly line: number;
}

/** One line of an import file, its end left off. */
export interface ImportLine extends LineOrigin {
  /** UTF-8, not checked yet; absent where the line is longer than `maximumLineBytes` and was not kept. */
  readonly bytes: Uint8Array | undefined;
}

/** A line that was not taken, and why. */
export interface BadLine extends LineOrigin {
  readonly reason: string;
}
