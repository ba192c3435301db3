import type { oas31 } from 'zod-openapi';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { catalogueVersionHeaderName, ignoredHeaderName } from '../../shared/http/headers.ts';
import { extensionMark } from '../../shared/http/query-params.ts';

const marked = { [extensionMark]: true };

/** Response headers on which clients may rely. */
export const headers: Readonly<Record<string, oas31.HeaderObject>> = {
  [catalogueVersionHeaderName]: {
    description:
      'Version of the published catalogue from which the response comes. Versions sort as strings. Pages of one list ' +
      'with different versions may overlap or have gaps.',
    schema: { type: 'string', pattern: publicationVersionPattern.source },
    example: '20261121T005810123Z-4f2a9c',
  },
  'x-ratelimit-limit-second': {
    description:
      "Requests per second that the key's plan allows for the operation. Absent if there is no limit.",
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  etag: {
    description:
      'Weak ETag of the response. Send it in `If-None-Match` to get a 304 if nothing has changed. Absent if the ' +
      'request reveals a position or a search text.',
    schema: { type: 'string', pattern: '^W/"[!#-~]+"$' },
    example: 'W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"',
    ...marked,
  },
  'content-location': {
    description: 'Current ID of the work centre. Present only if the requested ID is a former one.',
    schema: { type: 'string' },
    example: '310009_PO',
    ...marked,
  },
  [ignoredHeaderName]: {
    description:
      'Only for sandbox keys: names of query parameters that the operation does not support, at most 10, separated by commas.',
    schema: { type: 'string' },
    example: 'raduis',
    ...marked,
  },
  'retry-after': {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  location: {
    description:
      'URL of the file. It works for a few minutes. Anyone with the URL can read the file, so do not log or share it.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example:
      'https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c',
  },
  'cache-control': {
    description: 'The response must not be cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'referrer-policy': {
    description: "Browsers do not tell the file's host which page linked to it.",
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
  },
  allow: {
    description: 'Methods that the path supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, OPTIONS',
  },
};

/** Returns references to response headers by name. Throws if a header has no description here. */
export const headersNamed = (names: readonly string[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(
    names.map((name) => {
      if (!(name in headers)) throw new Error(`infra/openapi/headers.ts has no header ${name}`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
