import type { Socket } from 'node:net';
import { type Answer, type Connection, connectionOn } from './connection.ts';
import { opener } from './open-socket.ts';

/** A GET of this path, until its headers are there. The signal ends it, and the bytes as well. */
export type Get = (
  path: string,
  headers: Readonly<Record<string, string>>,
  abortSignal: AbortSignal,
) => Promise<Answer>;

/** What may stand in a header that is sent, and in a path. */
const sendable = /^[\t\x20-\x7e]*$/;

const requestText = (path: string, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  for (const line of [path, ...lines]) {
    if (!sendable.test(line)) throw new TypeError('a header has a character that none may have');
  }
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

/**
 * Connections to a server, which are kept: over Node's sockets themselves, as all that is asked is whole objects. Node's
 * client of HTTP would be a tenth of a cold start, and the SDK's handler around it twice as much again. Rejects with what
 * the connection failed with, TimeoutError, AbortError or UnreadableAnswer.
 */
export const connectionsTo = (server: URL): Get => {
  let open: (() => Socket) | undefined;
  const idle: Connection[] = [];
  const leave = (connection: Connection): void => {
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
  };
  const connect = (): Connection => {
    open ??= opener(server);
    const connection: Connection = connectionOn(open(), {
      onFree: () => idle.push(connection),
      onEnd: () => leave(connection),
    });
    return connection;
  };
  return async (path, headers, abortSignal) => {
    const text = requestText(path, headers);
    return (idle.pop() ?? connect()).ask(text, abortSignal);
  };
};
