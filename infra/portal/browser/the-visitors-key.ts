import { visitorKey } from './visitor-key.ts';

/** The one key of this page, which all programs on it share: they hear of each other's changes. */
export const theVisitorsKey = visitorKey();
