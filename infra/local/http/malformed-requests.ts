import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer to what never became a request, for which Node offers no response. */
export interface RawAnswer {
  readonly statusCode: number;
  /** Without those of the body's length and the connection. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: string | Buffer;
}

/**
 * Answers what the HTTP parser refuses (a bad request line, too long headers, two lengths, garbage, a header block
 * that never ends) with `answerTo`, where Node would send a bare status line, and closes the connection. The client is
 * listened to for the linger, so that it reads the answer before the connection is reset. To be called once the server
 * has its listeners.
 */
export const answerMalformedRequests = (
  server: Server,
  answerTo: (code: string | undefined) => RawAnswer,
  lingerMilliseconds: number,
): void => {
  /** The most recent response on each connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  // A listener where there was none would turn off what Node does by itself.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    if (server.listenerCount(event) > 0)
      server.prependListener(event, (request: IncomingMessage, response: ServerResponse) =>
        latest.set(request.socket, response),
      );
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes after the fault raise the same parser error again.
    if (answered.has(socket)) return;
    answered.add(socket);
    // A connection that was opened early and never used has asked nothing.
    const isUnused = 'bytesRead' in socket && socket.bytesRead === 0;
    if (isUnused || !isAnswerable(socket, latest.get(socket))) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswerText(answerTo(error.code)));
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  });
};

/** Whether the client would take an answer written now for that to the faulty request, and not for part of another. */
const isAnswerable = (socket: Duplex, latest: ServerResponse | undefined): boolean => {
  if (!socket.writable) return false;
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  return latest.socket === socket && !latest.headersSent && !latest.req.complete;
};

const rawAnswerText = ({ statusCode, headers, body }: RawAnswer): string => {
  const fields = [
    ...headers,
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
    ['date', new Date().toUTCString()],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines}\r\n${body}`;
};
