import type { oas31 } from 'zod-openapi';
import { publicationVersionPattern } from '../../../shared/domain/publication/publication-version.ts';
import { catalogueVersionHeaderName } from '../../../shared/http/headers.ts';

/** Headers of answers that clients may go by. */
export const headers = {
  [catalogueVersionHeaderName]: {
    description:
      'Version of the published catalogue that the answer was made from. Versions are ordered as texts; pages of one ' +
      'list that name different versions may overlap or leave a gap.',
    schema: { type: 'string', pattern: publicationVersionPattern.source },
    example: '20261121T005810123Z-4f2a9c',
  },
  'x-ratelimit-limit-second': {
    description: 'Requests per second that the plan of the key allows. Absent if the plan has no limit.',
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  'retry-after': {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  location: {
    description:
      'Address of the file, good for some minutes. Whoever has it can read the file: do not log or share it.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example:
      'https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json?X-Amz-Expires=300&X-Amz-Signature=5d1c',
  },
  'cache-control': {
    description: 'Must not be cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  'referrer-policy': {
    description: 'The file host is not told which page linked to the file.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
  },
  allow: {
    description: 'Methods that the path supports.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, OPTIONS',
  },
} as const satisfies Readonly<Record<string, oas31.HeaderObject>>;
export type HeaderName = keyof typeof headers;

/** References to some of them, as they stand in an answer. */
export const headersNamed = (names: readonly HeaderName[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
