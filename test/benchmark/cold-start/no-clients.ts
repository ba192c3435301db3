import { reportLoaded } from './report-loaded.ts';

/** What a process of ES modules takes without any client. */
reportLoaded();
