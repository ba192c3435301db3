import { commonHeaders } from './response-headers.ts';

/** An answer other than 200 with a JSON object, or with headers of its own. */
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

const noHeaders = {};

/** 200 with a body that is JSON already, and so is not written again. */
export const jsonText = (text: string): ApiResponse => new ApiResponse(200, noHeaders, text);

/** The result of a function behind a proxy integration. */
export interface ProxyResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ok = (body: string): ProxyResult => ({ statusCode: 200, headers: commonHeaders, body });

/** 200 with the value as JSON, unless the value is a whole answer already. */
export const toProxyResult = (answer: object): ProxyResult => {
  if (!(answer instanceof ApiResponse)) return ok(JSON.stringify(answer));
  const { statusCode, headers, body } = answer;
  // One object of headers for all answers that add none, so that they are joined with others once.
  if (headers === noHeaders) return { statusCode, headers: commonHeaders, body };
  return { statusCode, headers: { ...commonHeaders, ...headers }, body };
};
