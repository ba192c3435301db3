/**
 * Start of the codes of records that only sandbox keys can read, so that partners can test rare cases. Imports reject
 * such codes.
 */
export const testCodePrefix = 'WPTEST-';
