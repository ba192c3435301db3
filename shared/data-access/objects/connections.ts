import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

/** Milliseconds until a connection must stand, and until the answer on it must begin. */
const connectionTimeout = 500;
const answerTimeout = 1_000;

/** The store was too slow. Named as the SDK's clients name it, which is how it is known for what passes. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** A GET of this path, until its headers are there. The signal ends it, and the body as well. */
export type Get = (
  path: string,
  headers: Readonly<Record<string, string>>,
  abortSignal: AbortSignal,
) => Promise<IncomingMessage>;

const endWhereLate = (request: ClientRequest): void => {
  const answer = setTimeout(() => {
    request.destroy(new TimeoutError(`no answer within ${answerTimeout} ms`));
  }, answerTimeout);
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const connection = setTimeout(() => {
      request.destroy(new TimeoutError(`no connection within ${connectionTimeout} ms`));
    }, connectionTimeout);
    const connected = () => clearTimeout(connection);
    socket.once('connect', connected);
    request.once('close', connected);
  });
  const answered = () => clearTimeout(answer);
  request.once('response', answered);
  request.once('close', answered);
};

const mostConnections = 50;

/** Each is loaded when it is needed: TLS takes several milliseconds. Both are built in, and so loaded at once. */
const modules = {
  'http:': () => process.getBuiltinModule('node:http'),
  'https:': () => process.getBuiltinModule('node:https'),
};
const isProtocol = (protocol: string): protocol is keyof typeof modules => protocol in modules;

const open = ({ protocol, hostname, port }: URL) => {
  if (!isProtocol(protocol)) throw new TypeError(`no store is reached by ${protocol}`);
  const { Agent, request } = modules[protocol]();
  const agent: Agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  // The brackets of an IPv6 address are of the URL alone.
  const host = hostname.replace(/^\[|\]$/g, '');
  return (options: RequestOptions) => request({ ...options, agent, host, ...(port !== '' && { port }) });
};

/**
 * Connections to a server, which are kept: those that Node opens itself, without the SDK's handler around them, which
 * loads TLS and what else a client may ask for at every cold start. Rejects with what the connection failed with, or
 * TimeoutError.
 */
export const connectionsTo = (server: URL): Get => {
  let send: ReturnType<typeof open> | undefined;
  return (path, headers, abortSignal) =>
    new Promise((resolve, reject) => {
      send ??= open(server);
      const request = send({ path, headers, signal: abortSignal });
      request.once('response', resolve);
      request.once('error', reject);
      endWhereLate(request);
      request.end();
    });
};
