import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

export interface RawAnswer {
  readonly statusCode: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const answerHead = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

const parseAnswer = (text: string): { answer: RawAnswer; rest: string } | undefined => {
  const [head, status = '', fields = ''] = answerHead.exec(text) ?? [];
  if (head === undefined) return undefined;
  const headers = new Map(
    fields
      .trimEnd()
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const length = status.startsWith('1') ? 0 : Number(headers.get('content-length') ?? 0);
  const body = text.slice(head.length, head.length + length);
  if (body.length < length) return undefined;
  return {
    answer: { statusCode: Number(status), headers, body },
    rest: text.slice(head.length + length),
  };
};

/** All whole answers in what a server sent (bodies of known length, one byte a character). */
const parseAnswers = (text: string): RawAnswer[] => {
  const parsed = parseAnswer(text);
  return parsed ? [parsed.answer, ...parseAnswers(parsed.rest)] : [];
};

export interface RawConnection {
  readonly socket: Socket;
  received(): string;
  answers(): RawAnswer[];
  /** Waits until the server has closed the connection; gives the milliseconds it took since opening. */
  closed(): Promise<number>;
  /** Waits for so many answers. */
  answered(count: number): Promise<RawAnswer[]>;
}

export const openConnection = async (url: string): Promise<RawConnection & Disposable> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
  const openedAt = performance.now();
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(performance.now() - openedAt));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    received: () => text,
    answers: () => parseAnswers(text),
    closed: () => closed,
    answered: async (count) => {
      while (parseAnswers(text).length < count) {
        if (socket.destroyed) throw new Error(`closed after ${JSON.stringify(text.slice(0, 300))}`);
        await pause(2);
      }
      return parseAnswers(text);
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
};

/** Sends bytes as they are and gives the first answer; the connection is closed by us afterwards. */
export const exchangeRaw = async (url: string, request: string | Buffer): Promise<RawAnswer> => {
  using connection = await openConnection(url);
  connection.socket.write(request);
  const [answer] = await connection.answered(1);
  if (!answer) throw new Error('no answer');
  return answer;
};

/** The same, for answers after which the server must close the connection. */
export const exchangeUntilClosed = async (
  url: string,
  request: string | Buffer,
): Promise<RawAnswer | undefined> => {
  using connection = await openConnection(url);
  connection.socket.write(request);
  await connection.closed();
  return connection.answers()[0];
};

/** A request of one line and a Host, with further headers and a body. */
export const rawRequest = (requestLine: string, headers: readonly string[] = [], body = ''): string =>
  [`${requestLine} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

const errorBody = z.object({ errors: z.array(z.object({ id: z.uuid(), code: z.string() })).length(1) });

/** The code of a body of the contract's error shape; throws where the answer has another shape. */
export const errorCode = (answer: RawAnswer): string => {
  if (answer.headers.get('content-type') !== 'application/json') throw new Error('not JSON');
  if (answer.headers.get('access-control-allow-origin') !== '*') throw new Error('no CORS header');
  return errorBody.parse(JSON.parse(answer.body)).errors[0]?.code ?? '';
};

/** Throws unless the answer is the contract's 400, its id that of the request. */
export const assertShaped400 = (answer: RawAnswer | undefined): void => {
  if (!answer) throw new Error('closed without an answer');
  const code = errorCode(answer);
  if (answer.statusCode !== 400 || code !== 'CONSTRAINT_VIOLATION')
    throw new Error(`${answer.statusCode} ${code}`);
  if (!answer.body.includes(answer.headers.get('x-amzn-requestid') ?? 'no id')) throw new Error('another id');
};
