import { type Answer, type Connection, connectionOn } from './connection.ts';
import { type OpenSocket, opener } from './open-socket.ts';

/** Sends a GET of a path, and waits for the head of the answer. The signal aborts both head and body. */
export type Get = (
  path: string,
  headers: Readonly<Record<string, string>>,
  abortSignal: AbortSignal,
) => Promise<Answer>;

/** Characters allowed in request headers and paths. */
const sendable = /^[\t\x20-\x7e]*$/;

const requestText = (path: string, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  for (const line of [path, ...lines]) {
    if (!sendable.test(line)) throw new TypeError('a header has a character that none may have');
  }
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

/**
 * Milliseconds after which an idle connection may have been dropped silently, as behind a NAT, or while a function was
 * frozen.
 */
const longestIdle = 5_000;

/** Idle connection, and since when in epoch milliseconds, as monotonic clocks may stop while an instance is frozen. */
interface Idle {
  readonly connection: Connection;
  readonly freeSince: number;
}

/** Creates a pool of idle connections. All count as too old when the clock goes back. */
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
    /** Removes and returns the most recently used connection; closes those that are too old. */
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
 * Creates a function that sends GETs over persistent connections on Node's sockets, as only whole objects are read.
 * Node's HTTP client and the SDK's handler would lengthen each cold start. Rejects with the error of the connection,
 * TimeoutError, AbortError or UnreadableAnswer. `now` is in epoch milliseconds.
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
