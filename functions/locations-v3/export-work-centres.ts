import * as z from 'zod/mini';
import { deployedExport } from '../../shared/data-access/publishing/published-export.ts';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { downloads, type ExportLink } from '../../shared/domain/publication/work-centre-export.ts';
import { constraintViolation } from '../../shared/http/errors.ts';
import { catalogueVersionHeader } from '../../shared/http/headers.ts';
import { extension, patternParam, textParam } from '../../shared/http/query-params.ts';
import { ApiResponse } from '../../shared/http/response.ts';
import { countExportDownload } from '../../shared/observability/request-metrics.ts';
import type { ExportLinkResponse } from './contract.ts';
import { apiHandler } from './service.ts';

const versionMessage = 'must be a version from the waypost-catalogue-version header';

/** Query parameters of exportWorkCentres. None of them is in the specification. */
const downloadQuery = z
  .object({
    format: extension(
      z.pipe(textParam(), z._default(z.enum(downloads), 'json')),
      '`json`, `ndjson`, `csv` and `geojson` contain all work centres. `changes` contains the changes since another ' +
        'version, and `removed` the locations removed in the last 90 days. `files` lists all files with their ' +
        'versions, sizes and checksums.',
      'csv',
    ),
    since: extension(
      patternParam(publicationVersionPattern, versionMessage),
      'Version that you have: the `version` from the link to the file that you downloaded. Allowed only with ' +
        '`format=changes`. Returns 400 if the changes since this version are no longer kept.',
      '20261121T005810123Z-4f2a9c',
    ),
    redirect: extension(
      z.pipe(textParam(), z._default(z.enum(['true', 'false']), 'true')),
      'Set to `false` to get the URL, size and checksum of the file as JSON with status 200, instead of a redirect.',
      'false',
    ),
  })
  .check(
    z.refine(({ format, since }) => since === undefined || format === 'changes', {
      path: ['since'],
      message: 'is allowed only with format=changes',
      // Even if `redirect` is invalid, so that one response lists every violation.
      when: ({ issues }) => issues.every(({ path: [name] = [] }) => name === 'redirect'),
    }),
  );

export const request = { query: downloadQuery };

/**
 * GET /locations/v3/export/workcentres (exportWorkCentres): redirects to a file of the newest version, by default all
 * work centres as JSON. `format` selects another file, and `since` selects the changes after a version. With
 * `redirect=false` it returns the link as JSON, because browsers hide the target of a redirect from scripts.
 */
export const exportWorkCentres = (exported: ExportLink) =>
  apiHandler(request, async ({ query: { format, since, redirect } }) => {
    const link = await (since === undefined ? exported.newest(format) : exported.changesAfter(since));
    if (link === undefined) {
      throw constraintViolation({
        parameter: 'since',
        detail: 'since: the changes since this version are not kept; download the full export instead',
      });
    }
    countExportDownload(format);
    const { url, expiresAt, version, bytes, sha256 } = link;
    // The URL grants access, so it must not be cached or sent on as a referrer.
    const headers = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...catalogueVersionHeader(version),
    };
    if (redirect === 'true') return new ApiResponse(302, { location: url, ...headers });
    const body: ExportLinkResponse = { url, expires_at: expiresAt.toISOString(), version, bytes, sha256 };
    return new ApiResponse(200, headers, JSON.stringify(body));
  });

export const handler = exportWorkCentres(deployedExport());
