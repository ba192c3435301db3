/** Writes that a stack has acknowledged and therefore must not lose. */
export interface Acknowledged {
  /** Texts of enquiries, by reference number. */
  readonly enquiries: Map<string, string>;
  readonly objects: Map<string, string>;
  /** Texts of enquiries that got no response before the kill, by Idempotency-Key. They must be retried. */
  readonly unanswered: Map<string, string>;
  /** Responses with a status other than 200, as `status body`. */
  readonly refusals: string[];
}

export const nothingAcknowledged = (): Acknowledged => ({
  enquiries: new Map(),
  objects: new Map(),
  unanswered: new Map(),
  refusals: [],
});
