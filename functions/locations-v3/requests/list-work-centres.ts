import { workCentreQuery } from './work-centre-query.ts';

/** Request schema of getWorkCentres. */
export const request = { query: workCentreQuery };
