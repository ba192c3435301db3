import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { readJsonBody } from '../../../shared/http/json-body.ts';

const eventOf = (parts: object) =>
  gatewayEvent.parse({ resource: '/x', requestContext: { requestId: '1' }, ...parts });

interface Headers {
  readonly contentType?: string;
  readonly contentEncoding?: string;
}

const read = (body: string | Buffer, { contentType, contentEncoding }: Headers = {}) =>
  readJsonBody(
    eventOf({
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      multiValueHeaders: {
        ...(contentType !== undefined && { 'Content-Type': [contentType] }),
        ...(contentEncoding !== undefined && { 'Content-Encoding': [contentEncoding] }),
      },
    }),
  );

const kibibytes128 = 128 * 1024;
const nested = '['.repeat(50_000);
const isJson = 'Content-Type must be application/json (charset utf-8).';
const isTwice = 'The body contains the field "a" more than once.';

describe('a request body', () => {
  it.each<[string, unknown, Headers?]>([
    ['{"a":{"b":1},"c":[{"b":1},{"b":1}]}', { a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }],
    [`"${'x'.repeat(kibibytes128 - 2)}"`, 'x'.repeat(kibibytes128 - 2)],
    ...['identity', 'Identity'].map((contentEncoding): [string, object, Headers] => [
      '{}',
      {},
      { contentEncoding },
    ]),
    ...[
      'application/json',
      ' application/json',
      'Application/JSON',
      'application/json; charset=UTF-8',
      'application/json; charset=utf8',
      'application/json;charset="utf-8"',
      'application/json ; boundary=x; charset=UTF-8',
    ].map((contentType): [string, object, Headers] => ['{}', {}, { contentType }]),
  ])('is accepted: %#', (body, expected, headers) => {
    expect(read(body, headers)).toEqual(expected);
  });

  it.each<[string, string | Buffer, Headers?]>([
    ['The body is not valid JSON (line 1, column 2).', '{'],
    ['The body is not valid JSON (line 2, column 10).', '{"a": 1,\n "b": 2, }'],
    ['The body is not valid JSON (line 1, column 6).', '{"a":x}'],
    ['The body is not valid JSON (line 1, column 9).', '{"a":1} // and more'],
    ['The body is not valid JSON (line 1, column 8).', '{"a":1,}'],
    ['The body is not valid JSON (line 1, column 1).', 'NaN'],
    ['The body is not valid JSON (line 1, column 1).', '\uFEFF{}'],
    ['The body is not valid JSON (line 1, column 2).', Buffer.from('{}', 'utf16le')],
    ['The body is not valid UTF-8.', Buffer.from([0x22, 0xff, 0x22])],
    ['The body is empty.', ''],
    ['The body is empty.', ' \n'],
    ['The body is not valid JSON.', nested],
    ['The body is nested too deeply.', nested + nested.replaceAll('[', ']')],
    ['The body is larger than 128 KiB.', `"${'x'.repeat(kibibytes128 - 1)}"`],
    [isTwice, '{"a":1,"a":2}'],
    [isTwice, '{"a":1,"a":1}'],
    [isTwice, '{"a":1,"\\u0061":1}'],
    [isTwice, '{"x":[{"a":{},"a":{}}]}'],
    [
      `The body contains the field "${'b'.repeat(40)}…" more than once.`,
      `{"${'b'.repeat(50)}":1,"${'b'.repeat(50)}":2}`,
    ],
    ['The body must not be compressed.', gzipSync('{}'), { contentEncoding: 'gzip' }],
    ['The body must not be compressed.', '{}', { contentEncoding: 'br' }],
    ...[
      '',
      'text/plain',
      'text/json',
      'application/xml',
      'application/problem+json',
      'application/json; charset=utf-16',
      'application/json; charset=xutf-8',
      'application/json; charset=utf-8x',
      'application/json; charset=',
    ].map((contentType): [string, string, Headers] => [isJson, '{}', { contentType }]),
  ])('is rejected with "%s" (%#: D09, D10, D11, D12, D13, D14)', (detail, body, headers) => {
    expect(() => read(body, headers)).toThrow(
      expect.objectContaining({ code: 'CONSTRAINT_VIOLATION', problems: [{ detail, parameter: 'body' }] }),
    );
  });

  it('is accepted even if it is not Base64-encoded, and is empty if missing', () => {
    expect(readJsonBody(eventOf({ body: '{"a":"é"}' }))).toEqual({ a: 'é' });
    expect(() => readJsonBody(eventOf({ body: null }))).toThrow(
      expect.objectContaining({ problems: [{ detail: 'The body is empty.', parameter: 'body' }] }),
    );
  });
});
