import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  detailOfCode,
  type ErrorCode,
  invalidKeyDetail,
  statusOfCode,
  unknownPathDetail,
} from '../../../shared/http/errors.ts';
import { commonHeaders, retryNextSecond } from '../../../shared/http/headers.ts';

const unexpected = ['INTERNAL_SERVER_ERROR', detailOfCode('INTERNAL_SERVER_ERROR')] as const;
const unauthorised = ['UNAUTHORIZED', invalidKeyDetail] as const;
const unknownPath = ['METHOD_NOT_FOUND', unknownPathDetail] as const;
const throttled = ['TOO_MANY_REQUESTS', detailOfCode('TOO_MANY_REQUESTS')] as const;

/** Placeholder for API Gateway's own message, which describes the invalid parameters. */
const gatewayMessage = Symbol('gateway message');

/** Error code and detail of API Gateway's own responses, by response type. */
const responses: Readonly<Record<string, readonly [ErrorCode, string | typeof gatewayMessage]>> = {
  ACCESS_DENIED: ['FORBIDDEN', detailOfCode('FORBIDDEN')],
  API_CONFIGURATION_ERROR: unexpected,
  AUTHORIZER_CONFIGURATION_ERROR: unexpected,
  AUTHORIZER_FAILURE: unexpected,
  BAD_REQUEST_BODY: ['CONSTRAINT_VIOLATION', 'The body is not valid.'],
  BAD_REQUEST_PARAMETERS: ['CONSTRAINT_VIOLATION', gatewayMessage],
  DEFAULT_4XX: ['CONSTRAINT_VIOLATION', 'The request is not valid.'],
  DEFAULT_5XX: unexpected,
  EXPIRED_TOKEN: unauthorised,
  INTEGRATION_FAILURE: unexpected,
  INTEGRATION_TIMEOUT: unexpected,
  INVALID_API_KEY: unauthorised,
  INVALID_SIGNATURE: unauthorised,
  MISSING_AUTHENTICATION_TOKEN: unknownPath,
  QUOTA_EXCEEDED: throttled,
  REQUEST_TOO_LARGE: ['CONSTRAINT_VIOLATION', 'The request is too large.'],
  RESOURCE_NOT_FOUND: unknownPath,
  THROTTLED: throttled,
  UNAUTHORIZED: unauthorised,
  // For a content encoding that API Gateway does not support. Handlers, too, reject encoded bodies with 400.
  UNSUPPORTED_MEDIA_TYPE: ['CONSTRAINT_VIOLATION', 'The content encoding or media type is not supported.'],
  WAF_FILTERED: ['FORBIDDEN', 'The request was blocked.'],
};

/** Returns the header mappings of a response: quoted static values. The body template determines the content type. */
const headersFor = (code: ErrorCode): Record<string, string> => {
  const { 'content-type': _, ...headers } = commonHeaders;
  const all = code === 'TOO_MANY_REQUESTS' ? { ...headers, ...retryNextSecond } : headers;
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, `'${value}'`]));
};

/**
 * Returns the body template of a response. `$context.error.messageString` is API Gateway's message as a JSON string.
 */
const bodyTemplate = (code: ErrorCode, detail: string | typeof gatewayMessage): string => {
  const text = detail === gatewayMessage ? '$context.error.messageString' : JSON.stringify(detail);
  return `{"errors":[{"id":"$context.requestId","code":"${code}","detail":${text}}]}`;
};

/** Gives API Gateway's own responses the body, status and headers that the contract defines. */
export const shapeGatewayResponses = (api: RestApi): void => {
  for (const [type, [code, detail]] of Object.entries(responses)) {
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      // A status set on DEFAULT_4XX would replace every 4xx status. DEFAULT_5XX returns 500 even if a function failed.
      // Otherwise, API Gateway would return 502, which no service declares.
      ...(type !== 'DEFAULT_4XX' && { statusCode: String(statusOfCode[code]) }),
      responseHeaders: headersFor(code),
      templates: { 'application/json': bodyTemplate(code, detail) },
    });
  }
};
