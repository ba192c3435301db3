import {
  recordAnnouncement,
  recordCatalogueAge,
  recordImport,
  recordPublication,
} from '../../shared/observability/metrics.ts';
import {
  countAuthoriserFailure,
  countEnquiry,
  countExportDownload,
  countFailedAnswer,
  countKeyRefused,
  countSearch,
} from '../../shared/observability/request-metrics.ts';
import { captureLog } from './captured-log.ts';
import { metricsIn } from './embedded-metrics.ts';

/**
 * Records every metric of the functions, and returns the dimensions of each by name. Works once a process, as gathered
 * counts are written at their first count only.
 */
export const recordAllFigures = (): ReadonlyMap<string, readonly string[]> => {
  const log = captureLog();
  recordCatalogueAge(1);
  for (const outcome of ['Succeeded', 'Refused', 'Held', 'Failed'] as const) {
    recordPublication(outcome, { seconds: 1, locations: 1, rowsLeftOut: 1 });
  }
  for (const outcome of ['Imported', 'Refused', 'Failed'] as const) {
    recordImport({ outcome, seconds: 1, linesRead: 1, linesRejected: 1 });
  }
  recordAnnouncement({ announced: 1, unreadable: 1 });
  countSearch();
  countEnquiry();
  countExportDownload('json');
  countFailedAnswer();
  countKeyRefused('malformed');
  countAuthoriserFailure();
  return new Map(metricsIn(log()).map(({ name, dimensions }) => [name, Object.keys(dimensions)]));
};
