/** Writes that a stack has acknowledged, and must keep. */
export interface Acknowledged {
  /** Texts of enquiries by their reference numbers. */
  readonly enquiries: Map<string, string>;
  /** Contents by the keys of objects. */
  readonly objects: Map<string, string>;
  /** Enquiries with an Idempotency-Key that got no response before the kill, and are to be repeated. */
  readonly unanswered: Map<string, string>;
  /** Responses other than 200, as `status body`. */
  readonly refusals: string[];
}

export const nothingAcknowledged = (): Acknowledged => ({
  enquiries: new Map(),
  objects: new Map(),
  unanswered: new Map(),
  refusals: [],
});
