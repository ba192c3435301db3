/** Milliseconds for everything an operation asks of a store: below the 3 s of the contract. */
const storeMilliseconds = 2_500;

/** Ends an operation that needs several calls to a store, however each of them is going. */
export const storeDeadline = (): AbortSignal => AbortSignal.timeout(storeMilliseconds);
