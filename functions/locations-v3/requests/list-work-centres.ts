import { workCentreQuery } from './work-centre-query.ts';

/** What getWorkCentres reads of a request. */
export const request = { query: workCentreQuery };
