/** Maximum length of a line in bytes, the largest item of DynamoDB. */
export const maximumLineBytes = 400 * 1024;

/** Position of a line. */
export interface LineOrigin {
  /** Name of the file. */
  readonly source: string;
  /** Line number from 1, blank lines included. */
  readonly line: number;
}

/** One line of an import file, without its line end. */
export interface ImportLine extends LineOrigin {
  /** Unchecked UTF-8; absent if the line is longer than `maximumLineBytes` and was dropped. */
  readonly bytes: Uint8Array | undefined;
}

/** Rejected line, and the reason. */
export interface BadLine extends LineOrigin {
  readonly reason: string;
}
