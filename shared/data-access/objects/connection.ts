import type { AnswerHead } from './answer-head.ts';
import { answerReader } from './answer-reader.ts';
import type { OpenSocket } from './open-socket.ts';

/** Milliseconds until a connection must stand, and until the answer on it must begin. */
const connectionTimeout = 500;
const answerTimeout = 1_000;

/** The store was too slow. Named as the SDK's clients name it, which is how it is known for what passes. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Nobody waits for the answer any more. */
class AbortError extends Error {
  override readonly name = 'AbortError';
}

/** The server let go of the connection before its answer was whole. Known by the code that Node gives for that. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly code = 'ECONNRESET';
}

/** An answer whose headers are there. */
export interface Answer extends AnswerHead {
  /** All that follows them. Rejects where it breaks off. */
  readonly bytes: Promise<Buffer>;
}

/** A connection, which carries one request at a time. */
export interface Connection {
  /** Sends a request, and waits for the head of its answer. The signal ends that, and the bytes as well. */
  ask(text: string, abortSignal: AbortSignal): Promise<Answer>;
  /** Ends it, where it carries no request. */
  close(): void;
}

/** Who is told of a connection when it can be asked again, and when it is no more. */
interface ConnectionListener {
  readonly onFree: () => void;
  readonly onEnd: () => void;
}

interface Exchange {
  readonly take: (part: Buffer) => void;
  readonly end: () => boolean;
  readonly fail: (error: Error) => void;
}

/** What becomes of one request. `settle` is told once, when it has come to its end. */
const exchangeOf = (finish: (isReusable: boolean) => void, settle: () => void, onHead: () => void) => {
  const head = Promise.withResolvers<Answer>();
  const body = Promise.withResolvers<Buffer>();
  // Nobody may have come to wait for it.
  body.promise.catch(() => {});
  const reader = answerReader({
    onHead: (found) => {
      onHead();
      head.resolve({ ...found, bytes: body.promise });
    },
    onBody: (bytes, isReusable) => {
      settle();
      body.resolve(bytes);
      finish(isReusable);
    },
  });
  const fail = (error: Error): void => {
    settle();
    head.reject(error);
    body.reject(error);
  };
  return { answer: head.promise, exchange: { ...reader, fail } satisfies Exchange };
};

/** Opens a socket, and sends requests over it. */
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
    // Kept for whoever asks next, but by itself it keeps no process alive.
    socket.unref();
    onFree();
  };
  const take = (part: Buffer): void => {
    try {
      // What nobody has asked for could be taken for the next answer.
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

  const loseAfter = (milliseconds: number, what: string) =>
    setTimeout(() => lose(new TimeoutError(`no ${what} within ${milliseconds} ms`)), milliseconds);

  return {
    ask: (text, abortSignal) => {
      const answerTimer = loseAfter(answerTimeout, 'answer');
      const connectionTimer = socket.connecting ? loseAfter(connectionTimeout, 'connection') : undefined;
      if (connectionTimer) socket.once('connect', () => clearTimeout(connectionTimer));
      const abort = () =>
        lose(new AbortError('aborted: nobody waits any more', { cause: abortSignal.reason }));
      const settle = (): void => {
        clearTimeout(answerTimer);
        clearTimeout(connectionTimer);
        abortSignal.removeEventListener('abort', abort);
      };
      const { answer, exchange } = exchangeOf(finish, settle, () => clearTimeout(answerTimer));
      current = exchange;
      abortSignal.addEventListener('abort', abort);
      if (abortSignal.aborted) abort();
      else socket.ref().write(text);
      return answer;
    },
    close: () => void socket.destroy(),
  };
};
