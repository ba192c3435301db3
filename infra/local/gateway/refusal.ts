/** The gateway response types this gateway answers with: the status and message API Gateway gives each by itself. */
export const refusalDefaults = {
  ACCESS_DENIED: { statusCode: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { statusCode: 500, message: null },
  AUTHORIZER_FAILURE: { statusCode: 500, message: null },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Bad Request' },
  DEFAULT_4XX: { statusCode: 400, message: 'Bad Request' },
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
  /** The client's message, where it is not the type's own. */
  readonly message?: string;
  /** The status before the template's override, where it is not the type's own. */
  readonly statusCode?: number;
  /** For the access log, never for the client. */
  readonly reason?: string;
  /** The connection cannot be used again. */
  readonly closesConnection?: boolean;
}

/** The gateway answers a request itself, with the gateway response of this type. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly type: RefusalType;
  readonly statusCode: number;
  readonly clientMessage: string | null;
  readonly reason: string | undefined;
  readonly closesConnection: boolean;

  constructor(type: RefusalType, details: RefusalDetails = {}) {
    const defaults = refusalDefaults[type];
    const message = details.message ?? defaults.message;
    super(message ?? type);
    this.type = type;
    this.clientMessage = message;
    this.statusCode = details.statusCode ?? defaults.statusCode;
    this.reason = details.reason;
    this.closesConnection = details.closesConnection ?? false;
  }
}

/** The request itself is at fault before any resource of the API sees it. */
export const badRequest = (
  message: string,
  details: Pick<RefusalDetails, 'closesConnection' | 'reason'> = {},
) => new Refusal('BAD_REQUEST_PARAMETERS', { message, ...details });
