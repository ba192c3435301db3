import { downloadQuery } from './download-query.ts';

/** What exportWorkCentres reads of a request. */
export const request = { query: downloadQuery };
