import { channel } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

export interface RawAnswer {
  readonly statusCode: number;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const answerHead = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

const parseAnswer = (text: string): { response: RawAnswer; rest: string } | undefined => {
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
    response: { statusCode: Number(status), headers, body },
    rest: text.slice(head.length + length),
  };
};

/**
 * Parses all complete responses in received text, in which each character is one byte. Bodies must have a known length.
 */
const parseAnswers = (text: string): RawAnswer[] => {
  const parsed = parseAnswer(text);
  return parsed ? [parsed.response, ...parseAnswers(parsed.rest)] : [];
};

export interface RawConnection {
  readonly socket: Socket;
  received(): string;
  answers(): RawAnswer[];
  /** Waits until the server closes the connection. Returns how many milliseconds the connection was open. */
  closed(): Promise<number>;
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

/** Publishes the bytes of each exchange, so that the tests' requests can be recorded (`npm run replay:record`). */
export const rawRequests = channel('waypost:test:raw-request');

/** Sends raw bytes, returns the first response, and closes the connection. */
export const exchangeRaw = async (url: string, request: string | Buffer): Promise<RawAnswer> => {
  rawRequests.publish(Buffer.from(request));
  using connection = await openConnection(url);
  connection.socket.write(request);
  const [response] = await connection.answered(1);
  if (!response) throw new Error('no response');
  return response;
};

/** Sends raw bytes, waits until the server closes the connection, and returns the first response. */
export const exchangeUntilClosed = async (
  url: string,
  request: string | Buffer,
): Promise<RawAnswer | undefined> => {
  using connection = await openConnection(url);
  connection.socket.write(request);
  await connection.closed();
  return connection.answers()[0];
};

/** Returns the text of a request with a Host header, the given headers and a body. */
export const rawRequest = (requestLine: string, headers: readonly string[] = [], body = ''): string =>
  [`${requestLine} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

const errorBody = z.object({ errors: z.array(z.object({ id: z.uuid(), code: z.string() })).length(1) });

/** Returns the status and code of a contract error. Throws if the response has another format. */
export const errorOf = (response: RawAnswer): string => {
  if (response.headers.get('content-type') !== 'application/json') throw new Error('not JSON');
  if (response.headers.get('access-control-allow-origin') !== '*') throw new Error('no CORS header');
  return `${response.statusCode} ${errorBody.parse(JSON.parse(response.body)).errors[0]?.code}`;
};

/** Throws unless the response is a 400 in the contract's format that contains the request ID. */
export const assertShaped400 = (response: RawAnswer | undefined): void => {
  if (!response) throw new Error('closed without a response');
  if (errorOf(response) !== '400 CONSTRAINT_VIOLATION') throw new Error(errorOf(response));
  if (!response.body.includes(response.headers.get('x-amzn-requestid') ?? 'no id'))
    throw new Error('another id');
};
