/** What whoever deploys can understand and act upon; it is shown without a stack. The exit status is 1. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** Why something failed, in the words of whoever found out. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
