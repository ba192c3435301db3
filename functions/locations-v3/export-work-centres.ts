import { publishedExportFromEnvironment } from '../../shared/data-access/publishing/reading/published-export.ts';
import type {
  Download,
  DownloadLink,
  ExportLink,
} from '../../shared/domain/location/publication/work-centre-export.ts';
import { constraintViolation } from '../../shared/http/api-error.ts';
import { ApiResponse } from '../../shared/http/api-response.ts';
import { catalogueVersionHeader } from '../../shared/http/response-headers.ts';
import { countExportDownload } from '../../shared/observability/request-metrics.ts';
import { request } from './requests/export-work-centres.ts';
import { apiHandler } from './service.ts';

/** Redirects to a download. The URL itself grants access, so it must not be cached or sent on as a referrer. */
const redirectTo = ({ url, version }: DownloadLink, format: Download): ApiResponse => {
  countExportDownload(format);
  return new ApiResponse(302, {
    location: url,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...catalogueVersionHeader(version),
  });
};

const unknownVersion = () =>
  constraintViolation({
    parameter: 'since',
    detail: 'since: the changes since this version are not kept; download the whole instead',
  });

/**
 * GET /locations/v3/export/workcentres (exportWorkCentres): 302 to a file of the newest version, by default all work
 * centres as JSON. `format` selects another file; `since` selects the changes that follow a version.
 */
export const exportWorkCentres = (exported: ExportLink) =>
  apiHandler(request, async ({ query: { format, since } }) => {
    if (since === undefined) return redirectTo(await exported.newest(format), format);
    const changes = await exported.changesAfter(since);
    if (changes === undefined) throw unknownVersion();
    return redirectTo(changes, format);
  });

export const handler = exportWorkCentres(publishedExportFromEnvironment());
