import type * as z from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { detailOfCode, type ErrorCode, type statusOfCode } from '../../../shared/http/errors.ts';
import { type HeaderName, headersNamed } from './headers.ts';

export type ErrorStatus = (typeof statusOfCode)[ErrorCode];

interface ErrorAnswer {
  readonly name: string;
  readonly code: ErrorCode;
  readonly description: string;
  readonly headers: readonly HeaderName[];
  /** What the example says, where the service has no example of its own. */
  readonly detail: string;
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
    detail: detailOfCode('FORBIDDEN'),
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
  415: {
    name: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The media type of the request is not supported.',
    headers: [],
    detail: 'The media type is not supported.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description:
      'The client has sent more requests per second than its plan allows. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
    detail: detailOfCode('TOO_MANY_REQUESTS'),
  },
  500: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'An unexpected error occurred. Quote its `id` when you contact support.',
    headers: [limit],
    detail: detailOfCode('INTERNAL_SERVER_ERROR'),
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The service is temporarily unavailable. Wait for the number of seconds in `retry-after`.',
    headers: ['retry-after', limit],
    detail: detailOfCode('SERVICE_UNAVAILABLE'),
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
  readonly namesSource: boolean;
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
  const { code, description, ...common } = errorAnswers[status];
  const { detail, parameter } = errors.examples[status] ?? { detail: common.detail };
  const source = errors.namesSource && parameter !== undefined ? { source: { parameter } } : {};
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
