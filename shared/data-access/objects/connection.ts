import type { AnswerHead } from './answer-head.ts';
import { answerReader } from './answer-reader.ts';
import { type ExchangeLimits, limitExchange } from './exchange-limits.ts';
import type { OpenSocket } from './open-socket.ts';

/** The server closed the connection before its answer was complete. Has Node's code for it. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly code = 'ECONNRESET';
}

/** Answer whose head has arrived. */
export interface Answer extends AnswerHead {
  /** Body of the answer. Rejects if it breaks off. */
  readonly bytes: Promise<Buffer>;
}

/** Connection that carries one request at a time. */
export interface Connection {
  /** Sends a request, and waits for the head of its answer. The signal aborts both head and body. */
  ask(text: string, abortSignal: AbortSignal): Promise<Answer>;
  /** Closes the connection if it carries no request. */
  close(): void;
}

/** Callbacks for a connection that becomes free, or ends. */
interface ConnectionListener {
  readonly onFree: () => void;
  readonly onEnd: () => void;
}

interface Exchange {
  readonly take: (part: Buffer) => void;
  readonly end: () => boolean;
  readonly fail: (error: Error) => void;
}

/** Tracks one request within its limits, which are lifted when it ends. */
const exchangeOf = (finish: (isReusable: boolean) => void, limits: ExchangeLimits) => {
  const head = Promise.withResolvers<Answer>();
  const body = Promise.withResolvers<Buffer>();
  // The body may reject before a caller waits for it.
  body.promise.catch(() => {});
  const reader = answerReader({
    onHead: (found) => {
      limits.onHead();
      head.resolve({ ...found, bytes: body.promise });
    },
    onBody: (bytes, isReusable) => {
      limits.lift();
      body.resolve(bytes);
      finish(isReusable);
    },
  });
  const fail = (error: Error): void => {
    limits.lift();
    head.reject(error);
    body.reject(error);
  };
  return { answer: head.promise, exchange: { ...reader, fail } satisfies Exchange };
};

/** Creates a connection over a new socket. */
export const connectionOn = (open: OpenSocket, { onFree, onEnd }: ConnectionListener): Connection => {
  let current: Exchange | undefined;
  const lose = (error: Error): void => {
    const failed = current;
    current = undefined;
    failed?.fail(error);
    socket.destroy();
  };
  const finish = (isReusable: boolean): void => {
    current = undefined;
    if (!isReusable) {
      socket.destroy();
      return;
    }
    // An idle connection is kept for the next request, but must not keep the process alive.
    socket.unref();
    onFree();
  };
  const take = (part: Buffer): void => {
    try {
      // Unrequested bytes could be mistaken for the next answer.
      if (current) current.take(part);
      else socket.destroy();
    } catch (error) {
      lose(error instanceof Error ? error : new TypeError('the answer could not be read', { cause: error }));
    }
  };
  const socket = open(take);
  socket.on('end', () => {
    if (!current?.end()) lose(new BrokenOff('the connection ended before the answer'));
  });
  socket.on('error', lose);
  socket.on('close', () => {
    onEnd();
    lose(new BrokenOff('the connection was closed before the answer had ended'));
  });

  return {
    ask: (text, abortSignal) => {
      const limits = limitExchange(socket, abortSignal, lose);
      const { answer, exchange } = exchangeOf(finish, limits);
      current = exchange;
      if (abortSignal.aborted) limits.abort();
      else socket.ref().write(text);
      return answer;
    },
    close: () => void socket.destroy(),
  };
};
