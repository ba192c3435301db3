import { describe, expect, it } from 'vitest';
import { gatewayEvent, headerOf } from '../../../shared/http/gateway-event.ts';

const least = { resource: '/x', requestContext: { requestId: '1' } };
const read = (change: object) => gatewayEvent.parse({ ...least, ...change });

describe('an event of the gateway', () => {
  it('has empty values in place of null and missing ones', () => {
    const empty = { pathParameters: {}, multiValueQueryStringParameters: {}, multiValueHeaders: {} };
    const nulls = { pathParameters: null, multiValueQueryStringParameters: null, multiValueHeaders: null };
    expect(read({})).toEqual({ ...least, ...empty, isBase64Encoded: false });
    expect(read({ ...nulls, body: null })).toEqual({
      ...least,
      ...empty,
      body: null,
      isBase64Encoded: false,
    });
  });

  it.each([
    { resource: undefined },
    { pathParameters: 'id' },
    { multiValueHeaders: ['x'] },
    { multiValueQueryStringParameters: 1 },
    { pathParameters: { id: 1 } },
    { multiValueQueryStringParameters: { a: 'x' } },
    { multiValueHeaders: { n: 'x' } },
    { body: 1 },
    { isBase64Encoded: 'true' },
    { requestContext: {} },
    { requestContext: { requestId: '1', authorizer: { ratePerSecond: '5x' } } },
    { requestContext: { requestId: '1', authorizer: { ratePerSecond: 'x5' } } },
    { requestContext: { requestId: '1', authorizer: { ratePerSecond: '' } } },
    { requestContext: { requestId: '1', authorizer: { sandbox: 'false' } } },
    { requestContext: { requestId: '1', authorizer: { client: 1 } } },
  ])('is rejected with %j', (part) => {
    expect(gatewayEvent.safeParse({ ...least, ...part }).success).toBe(false);
  });
});

it.each([
  ['accept-encoding', 'gzip, br'],
  ['x-a', '1, 3'],
  ['accept', undefined],
])('headerOf joins all values of %s, in any case', (name, expected) => {
  const headers = {
    'Accept-Encoding': ['gzip', 'br'],
    'Accept-Encodinh': ['2'],
    'X-A': ['1'],
    Y: ['2'],
    'x-a': ['3'],
  };
  expect(headerOf(read({ multiValueHeaders: headers }), name)).toBe(expected);
});
