import { request } from '../../../functions/locations-v3/requests/export-work-centres.ts';
import { describeOperation } from '../document/operation-description.ts';

/** GET /export/workcentres */
export const exportWorkCentres = describeOperation(request, {
  summary: 'Export all work centres',
  description:
    'Redirects to a file of the newest published version. Before the first one the answer is 503; so it is for a ' +
    'format that came with a new release, until that has published.\n\n' +
    '**Do not send your key to the host of the file.** HTTP clients that follow redirects by themselves may pass ' +
    '`AUTH-KEY` on to it unless told not to: ask without following, then fetch the address without the header.\n\n' +
    'All files but `files` are compressed with gzip. In `json`, `geojson`, `ndjson`, `changes` and `removed` each ' +
    'record has a line of its own.',
  tag: 'Endpoints',
  query: {
    format: {
      description:
        'Which file: `json`, `ndjson`, `csv` and `geojson` hold all work centres; `changes` what changed since ' +
        'another version; `removed` what is gone since 90 days; `files` lists them with sizes and checksums.',
      example: 'csv',
    },
    since: {
      description:
        'With `format=changes` alone: the version that the client has, as `waypost-catalogue-version` named it. 400 ' +
        'where the changes since then are not kept any more.',
      example: '20261121T005810123Z-4f2a9c',
    },
  },
  answers: {
    302: {
      description: 'The file is at `location`. `waypost-catalogue-version` names the newest version.',
      headers: [
        'location',
        'cache-control',
        'referrer-policy',
        'waypost-catalogue-version',
        'x-ratelimit-limit-second',
      ],
    },
  },
  errors: [400, 401, 403, 429, 500, 503],
});
