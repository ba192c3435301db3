import type { RawAnswer } from '../http/raw-answer.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { badRequest } from './refusal.ts';
import { newRequestIds } from './request-ids.ts';

const messageByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL or a header is too long.',
  HPE_INVALID_METHOD: 'The HTTP method is not known.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** What the API answers to HTTP that cannot be read, by the code of the parser's error: a 400 in its own shape. */
export const malformedRequestAnswer =
  (refuse: GatewayResponder) =>
  (code = ''): RawAnswer => {
    const ids = newRequestIds();
    const refusal = badRequest(messageByCode[code] ?? 'The request is not valid HTTP.');
    const { statusCode, headers, body } = refuse(refusal, ids);
    return {
      statusCode,
      headers: [...headers, ['x-amzn-requestid', ids.requestId]],
      body: Buffer.from(body).toString(),
    };
  };
