/** Milliseconds for all store calls of an operation; the rest of the contract's 3 s allows for a slow machine. */
export const storeMilliseconds = 2_300;

/** Creates a signal that aborts an operation of several store calls at its common deadline. */
export const storeDeadline = (): AbortSignal => AbortSignal.timeout(storeMilliseconds);
