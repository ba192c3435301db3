import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BufferedAnswer } from '../http/answer.ts';

/**
 * When the HTTP parser rejects a request, sends the response from `answerTo` instead of Node's bare status line, and
 * closes the connection. Keeps reading for `lingerMilliseconds`, so that the client gets the response before the
 * connection is reset. Must be called after the server's listeners are added.
 */
export const answerMalformedRequests = (
  server: Server,
  answerTo: (code: string | undefined) => BufferedAnswer,
  lingerMilliseconds: number,
): void => {
  /** Most recent response on each connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  for (const event of ['request', 'checkExpectation'])
    server.prependListener(event, (request: IncomingMessage, response: ServerResponse) =>
      latest.set(request.socket, response),
    );
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Further bytes raise the same parser error again.
    if (answered.has(socket)) return;
    answered.add(socket);
    // An unused connection, opened in advance, needs no response.
    const isUnused = 'bytesRead' in socket && socket.bytesRead === 0;
    if (isUnused || !isAnswerable(socket, latest.get(socket))) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswerText(answerTo(error.code)));
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  });
};

/** Whether the client would take a response sent now as the response to the malformed request. */
const isAnswerable = (socket: Duplex, latest: ServerResponse | undefined): boolean => {
  if (!socket.writable) return false;
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  return latest.socket === socket && !latest.headersSent && !latest.req.complete;
};

const rawAnswerText = ({ statusCode, headers, body }: BufferedAnswer): string => {
  const fields = [
    ...headers,
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
    ['date', new Date().toUTCString()],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines}\r\n${body}`;
};
