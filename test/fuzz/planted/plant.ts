/** A fault that a person might make, as a change of one place in one file. */
export interface Plant {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}
