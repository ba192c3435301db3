import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/http/errors.ts';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { readJsonBody } from '../../../shared/http/json-body.ts';

const eventOf = (parts: object) =>
  gatewayEvent.parse({ resource: '/x', requestContext: { requestId: '1' }, ...parts });

const read = (body: string | Buffer, headers: { contentType?: string; contentEncoding?: string } = {}) =>
  readJsonBody(
    eventOf({
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      multiValueHeaders: {
        ...(headers.contentType !== undefined && { 'Content-Type': [headers.contentType] }),
        ...(headers.contentEncoding !== undefined && { 'Content-Encoding': [headers.contentEncoding] }),
      },
    }),
  );

describe('a request body', () => {
  it.each([
    ['with another value', '{"a":1,"a":2}'],
    ['with the same value', '{"a":1,"a":1}'],
    ['in another spelling', '{"a":1,"\\u0061":1}'],
    ['deeper down', '{"x":[{"a":{},"a":{}}]}'],
  ])('that has one member twice %s is refused (D09)', (_, body) => {
    expect(() => read(body)).toThrow(ApiError);
  });

  it('may have members of one name in different objects', () => {
    expect(read('{"a":{"b":1},"c":[{"b":1},{"b":1}]}')).toEqual({ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] });
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1}//'],
    ['a byte order mark', '\uFEFF{}'],
    ['NaN', 'NaN'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['50,000 open brackets', '['.repeat(50_000)],
    ['50,000 nested lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['more than 128 KiB', `"${'x'.repeat(128 * 1024)}"`],
  ])('of %s is refused (D10, D11, D12)', (_, body) => {
    expect(() => read(body)).toThrow(ApiError);
  });

  it('of just 128 KiB is read', () => {
    expect(read(`"${'x'.repeat(128 * 1024 - 2)}"`)).toHaveLength(128 * 1024 - 2);
  });

  it.each(['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/problem+json'])(
    'declared as %s is refused (D13)',
    (contentType) => {
      expect(() => read('{}', { contentType })).toThrow(ApiError);
    },
  );

  it.each([undefined, 'application/json', 'application/json; charset=UTF-8', 'Application/JSON'])(
    'declared as %s is read',
    (contentType) => {
      expect(read('{}', { contentType })).toEqual({});
    },
  );

  it('that is compressed is refused, and not inflated (D14)', () => {
    expect(() => read(gzipSync('{}'), { contentEncoding: 'gzip' })).toThrow(ApiError);
  });

  it.each<[string, string | Buffer, { contentType?: string; contentEncoding?: string }]>([
    ['The body is not valid JSON (line 1, column 2).', '{', {}],
    ['The body is not valid JSON (line 2, column 10).', '{"a": 1,\n "b": 2, }', {}],
    ['The body is not valid JSON (line 1, column 6).', '{"a":x}', {}],
    ['The body is not valid JSON (line 1, column 9).', '{"a":1} // and more', {}],
    ['The body is empty.', '', {}],
    ['The body is empty.', ' \n', {}],
    ['The body is not valid UTF-8.', Buffer.from([0xff]), {}],
    ['The body is nested too deeply.', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, {}],
    ['The body is larger than 128 KiB.', `"${'x'.repeat(131_071)}"`, {}],
    ['The body contains the field "a" more than once.', '{"a":1,"a":1}', {}],
    [
      `The body contains the field "${'b'.repeat(40)}…" more than once.`,
      `{"${'b'.repeat(50)}":1,"${'b'.repeat(50)}":2}`,
      {},
    ],
    ['The body must not be compressed.', '{}', { contentEncoding: 'br' }],
    ['Content-Type must be application/json (charset utf-8).', '{}', { contentType: 'text/json' }],
  ])('that is refused is told: %s', (detail, body, headers) => {
    expect(() => read(body, headers)).toThrow(
      expect.objectContaining({
        code: 'CONSTRAINT_VIOLATION',
        problems: [{ detail, parameter: 'body' }],
      }),
    );
  });

  it('may say that it is not encoded', () => {
    for (const contentEncoding of ['identity', 'Identity'])
      expect(read('{}', { contentEncoding })).toEqual({});
  });

  it.each([
    ['application/json;charset="utf-8"', true],
    ['application/json; charset=utf8', true],
    ['application/json ; boundary=x; charset=UTF-8', true],
    ['application/json; charset=xutf-8', false],
    ['application/json; charset=utf-8x', false],
    ['application/json; charset=', false],
    [' application/json', true],
    ['', false],
  ])('declared as %j is JSON in UTF-8: %s', (contentType, isTaken) => {
    if (isTaken) expect(read('{}', { contentType })).toEqual({});
    else expect(() => read('{}', { contentType })).toThrow(ApiError);
  });

  it('is read as it stands where the gateway did not encode it, and is none where there is none', () => {
    expect(readJsonBody(eventOf({ body: '{"a":"é"}' }))).toEqual({ a: 'é' });
    expect(() => readJsonBody(eventOf({ body: null }))).toThrow(
      expect.objectContaining({ problems: [{ detail: 'The body is empty.', parameter: 'body' }] }),
    );
  });
});
