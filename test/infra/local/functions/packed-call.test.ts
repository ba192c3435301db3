import { expect, it } from 'vitest';
import { callPacker, callUnpacker } from '../../../../infra/local/functions/packed-call.ts';
import { type ProxyEventParts, proxyEvent } from '../../../../infra/local/gateway/proxy-event.ts';

const route = { apiId: 'api', stageName: 'local', resource: '/points/{code}', resourceId: 'abcdef' };
const caller = {
  authorizer: { keyId: 'a', integrationLatency: 0 },
  apiKey: 'plan.a',
  apiKeyId: '0123456789',
};
const rawHeaders = ['Host', 'localhost', '__proto__', 'x', 'Accept', 'a', 'accept', 'b'];

const partsOf = (changes: Partial<ProxyEventParts['request']> = {}): ProxyEventParts => ({
  request: {
    route,
    pathParameters: { code: '1' },
    httpMethod: 'GET',
    path: '/points/1',
    rawQuery: 'a=1&a=2',
    rawHeaders,
    protocol: 'HTTP/1.1',
    sourceIp: '127.0.0.1',
    port: 3000,
    receivedAt: 5_000,
    requestId: '96a96bbf-4ef4-4d45-add7-76d828fbba8b',
    extendedRequestId: '1TTYiiPdOZXxl84=',
    ...changes,
  },
  caller,
  body: 'text',
  isBase64Encoded: false,
});

/** A packer and an unpacker with nothing but JSON between them, and how often something was told. */
const connected = () => {
  const unpacker = callUnpacker();
  const told: string[] = [];
  const pack = callPacker((number, value) => {
    told.push(value.kind);
    unpacker.learn(number, JSON.parse(JSON.stringify(value)));
  });
  return {
    told,
    carry: (parts: ProxyEventParts) => unpacker.unpack(JSON.parse(JSON.stringify(pack(parts)))),
  };
};

it('a packed call comes out as it went in', () => {
  const { carry } = connected();
  expect(carry(partsOf())).toEqual(partsOf());
  expect(carry(partsOf({ pathParameters: null, path: '/', requestId: 'b' }))).toEqual(
    partsOf({ pathParameters: null, path: '/', requestId: 'b' }),
  );
});

it('what calls have in common is told once', () => {
  const { carry, told } = connected();
  for (let call = 0; call < 3; call++) carry(partsOf());
  expect(told.toSorted()).toEqual(['caller', 'headers', 'route']);
});

it('calls of more clients than are remembered come out as they went in', () => {
  const { carry } = connected();
  const lists = Array.from({ length: 1_200 }, (_, client) => ['Host', `client-${client}`]);
  for (const list of [...lists, ...lists.toReversed()]) {
    expect(carry(partsOf({ rawHeaders: list })).request.rawHeaders).toEqual(list);
  }
});

it('a function that changes its event changes no other’s', () => {
  const { carry } = connected();
  const before = JSON.stringify(proxyEvent(carry(partsOf())));
  const event = proxyEvent(carry(partsOf()));
  const change = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const member of Object.values(value)) change(member);
    Reflect.set(value, '0', 'changed');
  };
  change(event);
  expect(JSON.stringify(event)).not.toBe(before);
  expect(JSON.stringify(proxyEvent(carry(partsOf())))).toBe(before);
});
