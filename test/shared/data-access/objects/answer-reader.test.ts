import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { UnreadableAnswer } from '../../../../shared/data-access/objects/answer-head.ts';
import { answerReader } from '../../../../shared/data-access/objects/answer-reader.ts';

interface Read {
  status?: number;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: string;
  isReusable?: boolean;
}

/** Takes a part as a connection gives it: in memory that the next part overwrites. */
const lend = (take: (part: Buffer) => void, part: Buffer): void => {
  const lent = Buffer.from(part);
  try {
    take(lent);
  } finally {
    lent.fill('!');
  }
};

/** What is read of these parts, and of the end of the connection behind them. */
const readOf = (parts: readonly Buffer[]): Read & { readonly isWhole: boolean } => {
  const read: Read = {};
  let ended = 0;
  let body: Buffer | undefined;
  const { take, end } = answerReader({
    onHead: ({ status, headers }) => Object.assign(read, { status, headers }),
    onBody: (bytes, isReusable) => {
      ended += 1;
      body = bytes;
      Object.assign(read, { isReusable });
    },
  });
  for (const part of parts) if (ended === 0) lend(take, part);
  const isWhole = ended > 0 || end();
  expect(ended).toBe(isWhole ? 1 : 0);
  // Read last: it must be nobody else's.
  return { ...read, ...(body && { body: body.toString() }), isWhole };
};

const bytesOf = (text: string): Buffer => Buffer.from(text);
const chunked = (chunks: readonly string[]): string =>
  [...chunks.filter((chunk) => chunk !== ''), '']
    .map((chunk) => `${bytesOf(chunk).length.toString(16)}${chunk === '' ? '' : ';a=b'}\r\n${chunk}\r\n`)
    .join('');

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const answers = fc.oneof(
  text.map((body) => ({ body, wire: `content-length: ${bytesOf(body).length}\r\n\r\n${body}` })),
  fc.array(text, { maxLength: 4 }).map((chunks) => ({
    body: chunks.join(''),
    wire: `Transfer-Encoding: chunked\r\n\r\n${chunked(chunks)}`,
  })),
);
/** In thousandths of all bytes: doubles are drawn by their bits, and nearly all would lie at the very beginning. */
const cuts = fc.array(fc.nat({ max: 1_000 }), { maxLength: 8 });

const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = places
    .map((place) => Math.round((place * bytes.length) / 1_000))
    .sort((one, other) => one - other);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
};

const inChunks = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** Bytes that are joined while a reader takes a chunk that comes in so many parts of 4 KiB. */
const joinedOfChunk = (partCount: number): number => {
  const part = Buffer.alloc(4096, 'a');
  const size = partCount * part.length;
  const join = vi.spyOn(Buffer, 'concat');
  const { take } = answerReader({ onHead: () => {}, onBody: (bytes) => expect(bytes.length).toBe(size) });
  take(bytesOf(`${inChunks}${size.toString(16)}\r\n`));
  for (let count = 0; count < partCount; count++) take(part);
  take(bytesOf('\r\n0\r\n\r\n'));
  const joined = join.mock.results.reduce(
    (sum, { value }) => sum + z.instanceof(Buffer).parse(value).length,
    0,
  );
  join.mockRestore();
  return joined;
};

describe('an answer of HTTP/1.1', () => {
  it('is copied as seldom in one chunk, however large that is', () => {
    expect.hasAssertions();
    // Were all that has come copied with each part, eight times as many would be copied sixty-four times as much.
    expect(joinedOfChunk(2_000)).toBeLessThan(9 * joinedOfChunk(250));
  });

  it('is the same wherever its parts are cut', () => {
    fc.assert(
      fc.property(answers, cuts, ({ body, wire }, places) => {
        const whole = bytesOf(`HTTP/1.1 200 OK\r\nETag:  "a:b" \r\n${wire}`);
        const read = readOf(cutAt(whole, places));
        expect(read).toMatchObject({ status: 200, headers: { etag: '"a:b"' }, body, isReusable: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is not whole before its end has come', () => {
    fc.assert(
      fc.property(answers, fc.nat(), ({ wire }, missing) => {
        const whole = bytesOf(`HTTP/1.1 200 OK\r\n${wire}`);
        const part = whole.subarray(0, Math.max(0, whole.length - 1 - (missing % whole.length)));
        expect(readOf([part]).isWhole).toBe(false);
      }),
    );
  });

  it('ends with the connection where it does not say how long it is', () => {
    expect(readOf([bytesOf('HTTP/1.1 500 \r\n\r\nab'), bytesOf('c')])).toMatchObject({
      status: 500,
      body: 'abc',
      isReusable: false,
      isWhole: true,
    });
  });

  it.each([
    [
      'has no bytes where nothing has changed',
      'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n',
      '',
      true,
    ],
    [
      'may be announced',
      'HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na',
      'a',
      true,
    ],
    [
      'may be the last, and say before that it is not',
      'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nconnection: close\r\ncontent-length: 1\r\n\r\na',
      'a',
      false,
    ],
    [
      'is the last of a server that speaks HTTP/1.0',
      'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 1\r\n\r\na',
      'a',
      false,
    ],
    [
      'may say twice how long it is',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\nContent-Length: 1\r\n\r\na',
      'a',
      true,
    ],
    ['may be the last', 'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 1\r\n\r\na', 'a', false],
    ['is the last where more follows', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab', 'a', false],
    [
      'has trailers',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nb: c\r\n\r\n',
      'a',
      true,
    ],
  ])('%s', (_, wire, body, isReusable) => {
    expect(readOf([bytesOf(wire)])).toMatchObject({ body, isReusable, isWhole: true });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\nnothing\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['a coding that nobody asked for', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n'],
    ['a chunk that is longer than it says', `${inChunks}2\r\nabcd0\r\n\r\n`],
    ['a chunk that is shorter than it says', `${inChunks}3\r\na\r\n0\r\n\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 1\r\n\r\na'],
    [
      'two codings',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntransfer-encoding: gzip\r\n\r\n0\r\n\r\n',
    ],
    ['a protocol that is not known', 'HTTP/1.2 200 OK\r\n\r\n'],
    ['too many headers', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}`],
  ])('is refused where it has %s', (_, wire) => {
    expect(() => readOf([bytesOf(wire)])).toThrow(UnreadableAnswer);
  });
});
