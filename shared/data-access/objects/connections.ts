import { type Answer, type Connection, connectionOn } from './connection.ts';
import { type OpenSocket, opener } from './open-socket.ts';

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

/** Milliseconds after which a connection may have died without a word, as behind a NAT, or while a function was frozen. */
const longestIdle = 5_000;

/** A connection that carries nothing, and since when: milliseconds since 1970, as clocks may stand while an instance does. */
interface Idle {
  readonly connection: Connection;
  readonly freeSince: number;
}

/** Connections that can be asked again. A clock that was set back makes them too old, as one does that went on. */
const idleConnections = (now: () => number) => {
  let idle: readonly Idle[] = [];
  const isYoung = ({ freeSince }: Idle): boolean => {
    const age = now() - freeSince;
    return age >= 0 && age <= longestIdle;
  };
  const leave = (connection: Connection): void => {
    idle = idle.filter((each) => each.connection !== connection);
  };
  return {
    add: (connection: Connection): void => {
      idle = [...idle, { connection, freeSince: now() }];
    },
    leave,
    /** The one that was asked last, and no more idle; whatever is too old is closed. */
    take: (): Connection | undefined => {
      for (const old of idle.filter((each) => !isYoung(each))) old.connection.close();
      idle = idle.filter(isYoung);
      const youngest = idle.at(-1)?.connection;
      if (youngest) leave(youngest);
      return youngest;
    },
  };
};

/**
 * Connections to a server, which are kept: over Node's sockets themselves, as all that is asked is whole objects. Node's
 * client of HTTP would be a tenth of a cold start, and the SDK's handler around it twice as much again. Rejects with what
 * the connection failed with, TimeoutError, AbortError or UnreadableAnswer. `now` is in milliseconds since 1970.
 */
export const connectionsTo = (server: URL, now: () => number = Date.now): Get => {
  let open: OpenSocket | undefined;
  const idle = idleConnections(now);
  const connect = (): Connection => {
    open ??= opener(server);
    const connection: Connection = connectionOn(open, {
      onFree: () => idle.add(connection),
      onEnd: () => idle.leave(connection),
    });
    return connection;
  };
  return async (path, headers, abortSignal) => {
    const text = requestText(path, headers);
    return (idle.take() ?? connect()).ask(text, abortSignal);
  };
};
