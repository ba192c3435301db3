import { publishedExportFromEnvironment } from '../../shared/data-access/publishing/published-export.ts';
import type { ExportLink } from '../../shared/domain/location/work-centre-export.ts';
import { ApiResponse } from '../../shared/http/api-response.ts';
import { apiHandler } from './service.ts';

/**
 * GET /locations/v3/export/workcentres (exportWorkCentres): 302 to the newest export file. The URL is a bearer of
 * access, so it is neither stored on the way nor passed on as a referrer.
 */
export const exportWorkCentres = (link: ExportLink) =>
  apiHandler(
    {},
    async () =>
      new ApiResponse(302, {
        location: await link.newest(),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      }),
  );

export const handler = exportWorkCentres(publishedExportFromEnvironment());
