import { exportLinkResponse } from '../../../functions/locations-v3/contract.ts';
import { request } from '../../../functions/locations-v3/export-work-centres.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';

const linkHeaders = [
  'cache-control',
  'referrer-policy',
  'waypost-catalogue-version',
  'x-ratelimit-limit-second',
] as const;

/** GET /export/workcentres */
export const exportWorkCentres = describeOperation(request, {
  summary: 'Export all work centres',
  description:
    'Redirects to a published file. Files with all work centres are written every hour; `changes` leads from their ' +
    'version to the newest. Before the first publication the answer is 503.\n\n' +
    '**Do not send your key to the host of the file.** HTTP clients that follow redirects by themselves may pass ' +
    '`AUTH-KEY` on to it unless told not to: ask without following, then fetch the address without the header.\n\n' +
    '**In browsers** send `redirect=false`, because a browser does not tell a page where a redirect leads. Then fetch the ' +
    '`url` of the answer without the key.\n\n' +
    'All files but `files` are compressed with gzip. In `json`, `geojson`, `ndjson`, `changes` and `removed` each ' +
    'record has a line of its own.',
  tag: 'Endpoints',
  query: {
    format: {
      description:
        'Which file: `json`, `ndjson`, `csv` and `geojson` hold all work centres; `changes` what changed since ' +
        'another version; `removed` locations removed in the last 90 days; `files` lists them with versions, sizes and ' +
        'checksums.',
      example: 'csv',
    },
    since: {
      description:
        'With `format=changes` alone: the version that the client has, as `waypost-catalogue-version` named it. 400 ' +
        'where the changes since then are not kept any more.',
      example: '20261121T005810123Z-4f2a9c',
    },
    redirect: {
      description:
        'With `false` the answer is 200 with the URL, the size and the checksum of the file as JSON, instead of the ' +
        'redirect.',
      example: 'false',
    },
  },
  answers: {
    200: jsonAnswer(exportLinkResponse, {
      description: 'With `redirect=false`: the file is at `url`.',
      headers: linkHeaders,
      examples: {
        link: {
          summary: 'All work centres as JSON',
          value: {
            url: 'https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c',
            expires_at: '2026-11-21T01:05:00.000Z',
            version: '20261121T005810123Z-4f2a9c',
            bytes: 1_843_201,
            sha256: 'b3d5bfd7b33e4e80a7d9935985234923544fe3266d314d6c96b9ba812c24c693',
          },
        },
      },
    }),
    302: {
      description: 'The file is at `location`. `waypost-catalogue-version` names its version.',
      headers: ['location', ...linkHeaders],
    },
  },
  errors: [400, 401, 403, 405, 429, 500, 503],
});
