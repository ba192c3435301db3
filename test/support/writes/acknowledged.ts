/** Writes that a stack has acknowledged, and must keep. */
export interface Acknowledged {
  /** Texts of enquiries by their reference numbers. */
  readonly enquiries: Map<string, string>;
  /** Contents by the keys of objects. */
  readonly objects: Map<string, string>;
  /** Enquiries with an idempotency key without an answer when the stack was killed, to be sent again. */
  readonly unanswered: Map<string, string>;
  /** Answers that were neither 200 nor a lost connection, as `status body`. */
  readonly refusals: string[];
}

export const nothingAcknowledged = (): Acknowledged => ({
  enquiries: new Map(),
  objects: new Map(),
  unanswered: new Map(),
  refusals: [],
});
