import { downloadQuery } from './download-query.ts';

/** Request schema of exportWorkCentres. */
export const request = { query: downloadQuery };
