import type * as z from 'zod';
import type { oas31, ZodOpenApiResponseObject } from 'zod-openapi';
import { publicationVersionPattern } from '../../../shared/domain/publication/publication-version.ts';
import { detailOfCode, type ErrorCode, type statusOfCode } from '../../../shared/http/errors.ts';
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

/** Statuses of errors; no operation answers with 415. */
export type ErrorStatus = Exclude<(typeof statusOfCode)[ErrorCode], 415>;

interface ErrorAnswer {
  readonly name: string;
  readonly code: ErrorCode;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  /** What the example says, where the service has no example of its own; what errors of the code say if absent. */
  readonly detail?: string;
}

const limit = 'x-ratelimit-limit-second';

/** What each error means, whichever service answers with it. */
export const errorAnswers: Readonly<Record<ErrorStatus, ErrorAnswer>> = {
  400: {
    name: 'BadRequest',
    code: 'CONSTRAINT_VIOLATION',
    description:
      'The request violates the contract. Every violation is listed, so that you can fix all of them at once.',
    headers: [limit],
    detail: 'The request is not valid.',
  },
  401: {
    name: 'Unauthorised',
    code: 'UNAUTHORIZED',
    description: 'The AUTH-KEY header is missing or repeated, or its key is unknown, expired or revoked.',
    headers: [],
    detail: 'The AUTH-KEY header is missing or does not contain a valid key.',
  },
  403: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description: 'The key does not grant access to this operation, or the firewall rejected the request.',
    headers: [limit],
  },
  404: {
    name: 'NotFound',
    code: 'METHOD_NOT_FOUND',
    description: 'No resource exists at this path.',
    headers: [limit],
    detail: 'No resource exists at this path.',
  },
  405: {
    name: 'MethodNotAllowed',
    code: 'METHOD_NOT_ALLOWED',
    description: 'The path does not support the method of the request.',
    headers: ['allow', limit],
    detail: 'This path supports only GET and OPTIONS.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description:
      'The client has sent more requests per second than its plan allows. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
  },
  500: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'An unexpected error occurred. Quote its `id` when you contact support.',
    headers: [limit],
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The service is temporarily unavailable. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
  },
};

/** What an example of an error says. */
interface ErrorWords {
  readonly detail: string;
  readonly parameter?: string;
}

/** The errors of a service: how their bodies look, and what there is to say of some of them in particular. */
export interface ServiceErrors {
  readonly body: z.ZodType;
  readonly examples: Readonly<Partial<Record<ErrorStatus, ErrorWords>>>;
  readonly descriptions?: Readonly<Partial<Record<ErrorStatus, string>>>;
  /** Headers that errors of the service have beside those of all services. */
  readonly headers?: Readonly<Partial<Record<ErrorStatus, readonly HeaderName[]>>>;
}

const exampleId = '0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a';

/** Those of a service's answers by this status. */
export const errorHeaders = (status: ErrorStatus, errors: ServiceErrors): readonly HeaderName[] => [
  ...(errors.headers?.[status] ?? []),
  ...errorAnswers[status].headers,
];

/** The answer of a service by this status, to be referred to by the answer's name. */
export const errorResponse = (status: ErrorStatus, errors: ServiceErrors): ZodOpenApiResponseObject => {
  const { code, description, detail: usual = detailOfCode(code) } = errorAnswers[status];
  const { detail, parameter }: ErrorWords = errors.examples[status] ?? { detail: usual };
  const source = parameter === undefined ? {} : { source: { parameter } };
  return {
    description: errors.descriptions?.[status] ?? description,
    headers: headersNamed(errorHeaders(status, errors)),
    content: {
      'application/json': {
        schema: errors.body,
        example: { errors: [{ id: exampleId, code, detail, ...source }] },
      },
    },
  };
};
