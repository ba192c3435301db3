/** Milliseconds for everything an operation asks of a store: the rest of the contract's 3 s is for a slow machine. */
export const storeMilliseconds = 2_300;

/** Ends an operation that needs several calls to a store, however each of them is going. */
export const storeDeadline = (): AbortSignal => AbortSignal.timeout(storeMilliseconds);
