import { describe, expect, it, vi } from 'vitest';
import {
  apiHandlerOf,
  type ServiceContract,
  streamingApiHandlerOf,
} from '../../../shared/http/api-handler.ts';
import { Representation, type Validator } from '../../../shared/http/representation.ts';
import { keyEvent } from '../../support/gateway/gateway-event-of.ts';
import { runStreaming } from '../../support/streaming-runtime.ts';

const contract: ServiceContract = {
  allows: () => true,
  outage: 'SERVICE_UNAVAILABLE',
  failures: [],
  namesSource: true,
  headers: (version) => ({ 'waypost-catalogue-version': version ?? 'none' }),
};
const catalogue = { version: 'v1' };
const context: never = {} as never;

const send = async (
  of: ConstructorParameters<typeof Representation>[0],
  headers: Readonly<Record<string, string>> = {},
) =>
  apiHandlerOf(contract)({}, async () => new Representation(of))(
    keyEvent({ path: '/points', headers }, {}),
    context,
  );

const tagWith = async (...validators: readonly Validator[]) =>
  (await send({ catalogue, validators, body: () => ({}) })).headers.etag;

describe('the ETag of a representation', () => {
  it('depends on each validator, and on their order', async () => {
    const validators: readonly (readonly Validator[])[] = [
      [],
      ['a'],
      ['b'],
      ['a', 'b'],
      ['b', 'a'],
      [1],
      ['1'],
      [true],
      [{ a: 1 }],
      [{ a: 2 }],
      [{ a: { b: 1 } }],
      [new Set(['a', 'b'])],
      [new Set(['a,b'])],
      [new Set(['a', 'c'])],
    ];
    const tags = await Promise.all(validators.map((each) => tagWith(...each)));
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('does not depend on the order of a set or of members, or on undefined members', async () => {
    expect(await tagWith(new Set(['b', 'a']))).toBe(await tagWith(new Set(['a', 'b'])));
    expect(await tagWith({ b: 1, a: 2, c: undefined })).toBe(await tagWith({ a: 2, b: 1 }));
  });

  it('cannot be computed from values that would all be serialised to the same text', async () => {
    const invalid: readonly object[] = [{ has: () => true }, new Map([[1, 2]]), /x/];
    for (const value of invalid) {
      const { statusCode } = await send({ catalogue, validators: [value as Validator], body: () => ({}) });
      expect(statusCode).toBe(500);
    }
    expect(await tagWith(new Date(1) as unknown as Validator)).not.toBe(
      await tagWith(new Date(2) as unknown as Validator),
    );
  });

  it('is a hash of the body without a catalogue', async () => {
    const { headers, body } = await send({ body: () => ({ a: 1 }) });
    expect(headers.etag).toMatch(/^W\/"[\w-]{11}"$/);
    expect(body).toBe('{"a":1}');
    expect((await send({ body: () => ({ a: 2 }) })).headers.etag).not.toBe(headers.etag);
    expect(await send({ body: () => ({ a: 1 }) }, { 'if-none-match': headers.etag ?? '' })).toMatchObject({
      statusCode: 304,
      body: '',
    });
  });
});

describe('a representation', () => {
  it('has its own headers and media type, and the version of its catalogue', async () => {
    const of = {
      catalogue,
      headers: { 'content-location': '1_PO' },
      mediaType: 'application/geo+json',
      body: () => ({}),
    };
    const whole = await send(of);
    expect(whole.headers).toMatchObject({
      'content-location': '1_PO',
      'content-type': 'application/geo+json',
      'waypost-catalogue-version': 'v1',
    });
    const { statusCode, headers } = await send(of, { 'if-none-match': '*' });
    expect(statusCode).toBe(304);
    expect(headers).toMatchObject({ 'content-location': '1_PO', 'waypost-catalogue-version': 'v1' });
    expect(headers).not.toHaveProperty('content-type');
  });

  it('creates no body if the client has the current ETag', async () => {
    const body = vi.fn(() => ({}));
    const etag = (await send({ catalogue, body })).headers.etag ?? '';
    await send({ catalogue, body }, { 'if-none-match': etag });
    expect(body).toHaveBeenCalledTimes(1);
  });

  it('is streamed as an uncompressed 304 response with an empty body', async () => {
    const handler = streamingApiHandlerOf(contract)(
      {},
      async () => new Representation({ catalogue, body: () => ({}) }),
    );
    const event = keyEvent(
      { path: '/points', headers: { 'if-none-match': '*', 'accept-encoding': 'gzip' } },
      {},
    );
    const { prelude, body } = await runStreaming(handler, event);
    expect(prelude).toMatchObject({ statusCode: 304, headers: { etag: expect.any(String) } });
    expect(prelude).not.toHaveProperty('headers.content-encoding');
    expect(prelude).not.toHaveProperty('headers.content-type');
    expect(body).toHaveLength(0);
  });
});
