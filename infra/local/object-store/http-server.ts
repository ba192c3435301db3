import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerMalformedRequests, type LatestResponses } from '../http/malformed-requests.ts';
import { malformedRequestAnswer } from './malformed-request.ts';

/** Milliseconds that a slow client is given. */
export interface Patience {
  /** For all headers of a request. */
  readonly headers: number;
  /** For a request with its body. */
  readonly request: number;
  /** Without a byte in either direction. */
  readonly silence: number;
}

const usualPatience: Patience = { headers: 10_000, request: 300_000, silence: 30_000 };

const checkMilliseconds = 500;
/** How long a refused client is listened to. */
const lingerMilliseconds = 500;

/** An HTTP server that answers by `answer`, and itself what never becomes a request or comes too slowly. */
export const httpServer = (
  answer: (message: IncomingMessage, response: ServerResponse) => void,
  patience: Patience = usualPatience,
): Server => {
  const latest: LatestResponses = new WeakMap();
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: Math.min(checkMilliseconds, patience.headers),
    },
    (message, response) => {
      latest.set(message.socket, response);
      answer(message, response);
    },
  );
  server.timeout = patience.silence;
  answerMalformedRequests(server, latest, malformedRequestAnswer, lingerMilliseconds);
  return server;
};
