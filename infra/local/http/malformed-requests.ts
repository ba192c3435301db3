import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawAnswer, rawAnswerText } from './raw-answer.ts';

/** The response that was last begun on each connection. */
export type LatestResponses = WeakMap<Duplex, ServerResponse>;

/** Whether bytes written now would be read as the answer to what is at fault, and not as part of another answer. */
const isAnswerable = (socket: Duplex, latest: ServerResponse | undefined): boolean => {
  if (!socket.writable) return false;
  if (latest === undefined) return true;
  if (latest.writableFinished) return latest.req.complete;
  return latest.socket === socket && !latest.headersSent && !latest.req.complete;
};

/**
 * Answers what the HTTP parser refuses (a bad request line, too long headers, two lengths, garbage, a header block
 * that never ends) by `answerTo`, where Node would send a bare status line, and closes the connection. The client is
 * listened to for the linger, so that it reads the answer before the connection is reset.
 */
export const answerMalformedRequests = (
  server: Server,
  latest: LatestResponses,
  answerTo: (code: string | undefined) => RawAnswer,
  lingerMilliseconds: number,
): void => {
  const answered = new WeakSet<Duplex>();

  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Duplex & { readonly bytesRead?: number }) => {
      // What comes after the fault runs into the same parser error again.
      if (answered.has(socket)) return;
      answered.add(socket);
      // A connection opened ahead of need and never used has asked nothing.
      if (socket.bytesRead === 0 || !isAnswerable(socket, latest.get(socket))) {
        socket.destroy();
        return;
      }
      socket.end(rawAnswerText(answerTo(error.code)));
      setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
    },
  );
};
