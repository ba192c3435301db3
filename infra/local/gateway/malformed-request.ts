import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BufferedAnswer } from './answer.ts';
import { newRequestIds } from './gateway-request.ts';
import type { GatewayResponder } from './gateway-response.ts';
import { badRequest } from './refusal.ts';
import type { RequestLimits } from './request-limits.ts';

type LatestResponse = ServerResponse<IncomingMessage> | undefined;

const messageByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request line and the headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

const asText = ({ statusCode, headers, body }: BufferedAnswer, requestId: string): string => {
  const fields = [
    ...headers,
    ['content-length', String(body.length)],
    ['connection', 'close'],
    ['date', new Date().toUTCString()],
    ['x-amzn-requestid', requestId],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines}\r\n${body}`;
};

/** Whether bytes written now would be read as the answer to what is at fault, and not as part of another answer. */
const isAnswerable = (socket: Duplex, latest: LatestResponse): boolean => {
  if (!socket.writable) return false;
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  return latest.socket === socket && !latest.headersSent && !latest.req.complete;
};

/**
 * Answers what the HTTP parser refuses (a bad request line, too long headers, two lengths, garbage, a header block
 * that never ends) in the shape of the API, where Node would send a bare status line, and closes the connection.
 */
export const malformedRequestListener = (
  refuse: GatewayResponder,
  limits: RequestLimits,
  latestResponse: (socket: Duplex) => LatestResponse,
) => {
  const answered = new WeakSet<Duplex>();

  return (error: NodeJS.ErrnoException, socket: Duplex & { readonly bytesRead?: number }): void => {
    // What comes after the fault runs into the same parser error again.
    if (answered.has(socket)) return;
    answered.add(socket);
    // A connection opened ahead of need and never used has asked nothing.
    if (socket.bytesRead === 0 || !isAnswerable(socket, latestResponse(socket))) {
      socket.destroy();
      return;
    }
    const ids = newRequestIds();
    const refusal = badRequest(messageByCode[error.code ?? ''] ?? 'The request is not valid HTTP.');
    socket.end(asText(refuse(refusal, ids), ids.requestId));
    setTimeout(() => socket.destroy(), limits.lingerMilliseconds).unref();
  };
};
