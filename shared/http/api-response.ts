import { jsonStringOf } from './json-string.ts';
import { commonHeaders } from './response-headers.ts';

/** An answer other than 200 with a JSON object, or with headers of its own. */
export class ApiResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Gives the body as it stands within a JSON string, for those who have it in that form already. */
  readonly bodyInString: (() => string) | undefined;

  constructor(
    statusCode: number,
    headers: Readonly<Record<string, string>>,
    body = '',
    bodyInString?: () => string,
  ) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
    this.bodyInString = bodyInString;
  }
}

const noHeaders = {};

/**
 * 200 with a body that is JSON already, and so is not written again; nor is it escaped again for the envelope where
 * `inString` gives it as it stands within a JSON string.
 */
export const jsonText = (text: string, inString?: () => string): ApiResponse =>
  new ApiResponse(200, noHeaders, text, inString);

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
  readonly body: string;
  readonly #bodyInString: () => string;

  constructor(statusCode: number, headers: ProxyResult['headers'], body: string, bodyInString: () => string) {
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
    this.#bodyInString = bodyInString;
  }

  toJSON(): object {
    const { statusCode, headers } = this;
    return { statusCode, headers, body: jsonStringOf(this.#bodyInString()) };
  }
}

const ok = (body: string): ProxyResult => ({ statusCode: 200, headers: commonHeaders, body });

/** 200 with the value as JSON, unless the value is a whole answer already. The result is nobody else's. */
export const toProxyResult = (answer: object): ProxyResult => {
  if (!(answer instanceof ApiResponse)) return ok(JSON.stringify(answer));
  const { statusCode, body, bodyInString } = answer;
  // One object of headers for all answers that add none, so that they are joined with others once.
  const headers = answer.headers === noHeaders ? commonHeaders : { ...commonHeaders, ...answer.headers };
  return bodyInString
    ? new EscapedResult(statusCode, headers, body, bodyInString)
    : { statusCode, headers, body };
};
