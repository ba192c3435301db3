import { commonHeaders } from './response-headers.ts';

/** An answer with its own status, headers or serialised body. */
export class ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(statusCode: number, headers: Readonly<Record<string, string>>, body = '') {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
  }
}

/** Creates a 200 with a body that is already JSON text. */
export const jsonText = (body: string): ApiResponse => new ApiResponse(200, {}, body);

/** The result of a function behind a proxy integration. */
export interface ProxyResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ok = (body: string): ProxyResult => ({ statusCode: 200, headers: commonHeaders, body });

/**
 * Turns an answer into a result: an ApiResponse as it is, any other value as JSON with 200. The result is not shared.
 */
export const toProxyResult = (answer: object): ProxyResult => {
  if (!(answer instanceof ApiResponse)) return ok(JSON.stringify(answer));
  const { statusCode, headers, body } = answer;
  return { statusCode, headers: { ...commonHeaders, ...headers }, body };
};
