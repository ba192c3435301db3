import { jsonStringOf } from './json-string.ts';
import { commonHeaders } from './response-headers.ts';

/** A body that is already escaped as the content of a JSON string, so that it is not escaped for each answer. */
interface EscapedBody {
  readonly inString: string;
  /** Returns the unescaped body. */
  readonly text: () => string;
}

/** An answer with its own status, headers or serialised body. */
export class ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | EscapedBody;

  constructor(
    statusCode: number,
    headers: Readonly<Record<string, string>>,
    body: string | EscapedBody = '',
  ) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
  }
}

/** Creates a 200 with a body that is already JSON text, escaped or not. */
export const jsonText = (body: string | EscapedBody): ApiResponse => new ApiResponse(200, {}, body);

/** The result of a function behind a proxy integration. */
export interface ProxyResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A result whose body is already escaped, so that Lambda's runtime does not escape it when it writes the result as
 * JSON: escaping a large body weighs on the hot path.
 */
class EscapedResult implements ProxyResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly #body: EscapedBody;

  constructor(statusCode: number, headers: ProxyResult['headers'], body: EscapedBody) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.#body = body;
  }

  get body(): string {
    return this.#body.text();
  }

  toJSON(): object {
    const { statusCode, headers } = this;
    return { statusCode, headers, body: jsonStringOf(this.#body.inString) };
  }
}

const ok = (body: string): ProxyResult => ({ statusCode: 200, headers: commonHeaders, body });

/**
 * Turns an answer into a result: an ApiResponse as it is, any other value as JSON with 200. The result is not shared.
 */
export const toProxyResult = (answer: object): ProxyResult => {
  if (!(answer instanceof ApiResponse)) return ok(JSON.stringify(answer));
  const { statusCode, body } = answer;
  const headers = { ...commonHeaders, ...answer.headers };
  return typeof body === 'string'
    ? { statusCode, headers, body }
    : new EscapedResult(statusCode, headers, body);
};
