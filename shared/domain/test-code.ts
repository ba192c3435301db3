/**
 * Code prefix of records that only sandbox keys can read, so that partners can test rare cases. Imports reject codes
 * with this prefix.
 */
export const testCodePrefix = 'WPTEST-';
