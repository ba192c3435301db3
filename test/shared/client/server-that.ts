import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../../../infra/local/http/listening.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** `count` is the number of the request, starting at 1. */
type Respond = (response: ServerResponse, seen: Seen, count: number) => void;

/** Starts a local server that handles requests with `respond` until the test ends, and records each request. */
export const serverThat = async (respond: Respond) => {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    respond(response, one, seen.push(one));
  });
  const close = () => void server.close().closeAllConnections();
  onTestFinished(close);
  return { url: await listen(server, 0, '127.0.0.1'), seen, close };
};

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

export const errorBody = (code: string, detail = 'Something is wrong.') => ({
  errors: [{ id: '0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a', code, detail }],
});
