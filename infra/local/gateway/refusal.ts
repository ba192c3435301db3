import type { BufferedAnswer, HeaderField } from '../http/answer.ts';
import type { RestApi } from '../template/rest-api.ts';

/** Known `$context` variables of a request, by name without the prefix, such as `authorizer.keyId`. */
export type ContextVariables = Map<string, string | number>;

/** Replaces the `$context` variables in a template. */
export const renderContext = (template: string, context: ContextVariables, missing: string): string =>
  template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_, name: string) => String(context.get(name) ?? missing));

/** Types of gateway responses used here, with API Gateway's default status and message. */
export const refusalDefaults = {
  ACCESS_DENIED: { statusCode: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { statusCode: 500, message: null },
  AUTHORIZER_FAILURE: { statusCode: 500, message: null },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Bad Request' },
  DEFAULT_5XX: { statusCode: 500, message: 'Internal server error' },
  INTEGRATION_FAILURE: { statusCode: 504, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out' },
  INVALID_API_KEY: { statusCode: 403, message: 'Forbidden' },
  MISSING_AUTHENTICATION_TOKEN: { statusCode: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'HTTP content length exceeded 10485760 bytes.' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { statusCode: 401, message: 'Unauthorized' },
} as const satisfies Record<string, { statusCode: number; message: string | null }>;

export type RefusalType = keyof typeof refusalDefaults;

interface RefusalDetails {
  /** Message for the client (default: the type's own). */
  readonly message?: string;
  /** Status unless the template overrides it (default: the type's own). */
  readonly statusCode?: number;
  /** Reason for the access log, which is never sent to the client. */
  readonly reason?: string;
  readonly closesConnection?: boolean;
}

/** The gateway itself responds to the request, with its gateway response of this type. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly type: RefusalType;
  readonly details: Omit<RefusalDetails, 'message'> & {
    readonly message: string | null;
    readonly statusCode: number;
  };

  constructor(type: RefusalType, details: RefusalDetails = {}) {
    const all = { ...refusalDefaults[type], ...details };
    super(all.message ?? type);
    this.type = type;
    this.details = all;
  }
}

export const badRequest = (
  message: string,
  details: Pick<RefusalDetails, 'closesConnection' | 'reason'> = {},
) => new Refusal('BAD_REQUEST_PARAMETERS', { message, ...details });

/**
 * Converts a refusal to the template's gateway response for its type. If there is none, uses DEFAULT_4XX or
 * DEFAULT_5XX, or otherwise API Gateway's own response. Adds the `$context.error` variables to the context.
 */
export const gatewayResponses =
  ({ gatewayResponses: responses }: RestApi) =>
  (refusal: Refusal, context: ContextVariables): BufferedAnswer => {
    const { type, details } = refusal;
    const fallback = refusalDefaults[type].statusCode >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX';
    const response = responses.get(type) ?? responses.get(fallback);
    context.set('error.message', details.message ?? 'null');
    context.set('error.messageString', JSON.stringify(details.message));
    context.set('error.responseType', type);
    const headers: HeaderField[] = Object.entries(response?.headers ?? {});
    const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
    const template = response?.template ?? '{"message":$context.error.messageString}';
    return {
      statusCode: response?.statusCode ?? details.statusCode,
      headers: hasType ? headers : [['content-type', 'application/json'], ...headers],
      body: Buffer.from(renderContext(template, context, '')),
    };
  };
