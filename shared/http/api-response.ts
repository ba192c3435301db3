import { jsonStringOf } from './json-string.ts';
import { commonHeaders } from './response-headers.ts';

/** A body that somebody has as it stands within a JSON string, which is all that is written of it. */
interface EscapedBody {
  readonly inString: string;
  /** Gives the body itself, for those who ask. */
  readonly text: () => string;
}

/** An answer other than 200 with a JSON object, or with headers of its own. */
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

const noHeaders = {};

/** 200 with a body that is JSON already, and so is not written again; nor is an escaped one escaped for the envelope. */
export const jsonText = (body: string | EscapedBody): ApiResponse => new ApiResponse(200, noHeaders, body);

/** The result of a function behind a proxy integration. */
export interface ProxyResult {
  readonly statusCode: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A result that Lambda's runtime, which writes it as JSON, need not escape the body of: to do so takes longer than all
 * the rest of a request. In all else it is as any other.
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

/** 200 with the value as JSON, unless the value is a whole answer already. The result is nobody else's. */
export const toProxyResult = (answer: object): ProxyResult => {
  if (!(answer instanceof ApiResponse)) return ok(JSON.stringify(answer));
  const { statusCode, body } = answer;
  // One object of headers for all answers that add none, so that they are joined with others once.
  const headers = answer.headers === noHeaders ? commonHeaders : { ...commonHeaders, ...answer.headers };
  return typeof body === 'string'
    ? { statusCode, headers, body }
    : new EscapedResult(statusCode, headers, body);
};
