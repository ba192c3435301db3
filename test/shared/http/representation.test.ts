import { expect, it } from 'vitest';
import { apiHandlerOf } from '../../../shared/http/api-handler.ts';
import { Representation, type Validator } from '../../../shared/http/representation.ts';
import { keyEvent } from '../../support/gateway/gateway-event-of.ts';

const send = async (
  of: Partial<Representation['content']>,
  headers: Readonly<Record<string, string>> = {},
) => {
  const handle = apiHandlerOf({
    allows: () => true,
    outage: 'SERVICE_UNAVAILABLE',
    failures: [],
    namesSource: true,
  });
  const content = { catalogue: { version: 'v1' }, body: () => ({}), ...of };
  return handle({}, async () => new Representation(content))(
    keyEvent({ path: '/points', headers }, {}),
    {} as never,
  );
};

/** The tag of values that a request's parameters may have, too. */
const tagWith = async (...validators: readonly unknown[]) =>
  (await send({ validators: validators as Validator[] })).headers.etag;

it('the ETag of a representation depends on each validator, and on their order', async () => {
  const validators = [
    ...[
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
    ],
    ...[['a', 'b'], ['a,b'], ['a', 'c']].map((values) => [new Set(values)]),
  ];
  const tags = await Promise.all(validators.map((each) => tagWith(...each)));
  expect(new Set(tags).size).toBe(tags.length);
});

it('the ETag does not depend on the order of a set or of members, or on undefined members', async () => {
  expect(await tagWith(new Set(['b', 'a']))).toBe(await tagWith(new Set(['a', 'b'])));
  expect(await tagWith({ b: 1, a: 2, c: undefined })).toBe(await tagWith({ a: 2, b: 1 }));
});

it('the ETag cannot be computed from values that would all be serialised to the same text', async () => {
  for (const value of [{ has: () => true }, new Map([[1, 2]]), /x/])
    expect((await send({ validators: [value as never] })).statusCode).toBe(500);
  expect(await tagWith(new Date(1))).not.toBe(await tagWith(new Date(2)));
});

it('a 304 has the headers of the representation, but no content type', async () => {
  const of = { headers: { 'content-location': '1_PO' }, mediaType: 'application/geo+json' };
  const whole = await send(of);
  expect(whole.headers).toMatchObject({
    'content-location': '1_PO',
    'content-type': 'application/geo+json',
  });
  const { statusCode, headers } = await send(of, { 'if-none-match': '*' });
  expect([statusCode, headers['content-location']]).toEqual([304, '1_PO']);
  expect(headers).not.toHaveProperty('content-type');
});
