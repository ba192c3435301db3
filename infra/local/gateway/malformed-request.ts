import type { RawAnswer } from '../http/raw-answer.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { badRequest, type Refusal } from './refusal.ts';
import { newRequestIds, type RequestIds } from './request-ids.ts';

const messageByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL or a header is too long.',
  HPE_INVALID_METHOD: 'Unknown HTTP method.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Is told how a request that cannot be read was answered, for the access log. */
export type LogMalformed = (ids: RequestIds, refusal: Refusal, statusCode: number) => void;

/** What the API answers to HTTP that cannot be read, by the code of the parser's error: a 400 in its own shape. */
export const malformedRequestAnswer =
  (refuse: GatewayResponder, log: LogMalformed) =>
  (code = ''): RawAnswer => {
    const ids = newRequestIds();
    const refusal = badRequest(messageByCode[code] ?? 'The request is not valid HTTP.', {
      reason: code || 'malformed request',
    });
    const { statusCode, headers, body } = refuse(refusal, ids);
    log(ids, refusal, statusCode);
    return {
      statusCode,
      headers: [...headers, ['x-amzn-requestid', ids.requestId]],
      body: Buffer.from(body).toString(),
    };
  };
