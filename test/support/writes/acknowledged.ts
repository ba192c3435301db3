/** What a stack said it had kept, which has to be there ever after. */
export interface Acknowledged {
  /** Texts of enquiries by their reference numbers. */
  readonly enquiries: Map<string, string>;
  /** Contents by the keys of objects. */
  readonly objects: Map<string, string>;
  /** Enquiries with an idempotency key that had no answer when the stack was killed: they are sent again. */
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
