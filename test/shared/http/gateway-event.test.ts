import { describe, expect, it } from 'vitest';
import { gatewayEvent, headerOf } from '../../../shared/http/gateway-event.ts';

const least = { resource: '/x', requestContext: { requestId: '1' } };
const read = (change: object) => gatewayEvent.parse({ ...least, ...change });

describe('an event of the gateway', () => {
  it('has nothing where API Gateway says null or nothing', () => {
    const nothing = { pathParameters: {}, multiValueQueryStringParameters: {}, multiValueHeaders: {} };
    expect(read({})).toEqual({ ...least, ...nothing, isBase64Encoded: false });
    const nulls = { pathParameters: null, multiValueQueryStringParameters: null, multiValueHeaders: null };
    expect(read({ ...nulls, body: null })).toEqual({
      ...least,
      ...nothing,
      body: null,
      isBase64Encoded: false,
    });
  });

  it('is read as it came', () => {
    const event = {
      resource: '/x/{id}',
      pathParameters: { id: '%20' },
      multiValueQueryStringParameters: { 'a[b]': ['1', '2'] },
      multiValueHeaders: { 'AUTH-KEY': ['x'] },
      body: 'e30=',
      isBase64Encoded: true,
      requestContext: {
        requestId: '1',
        authorizer: { client: 'shop', keyId: 'k', ratePerSecond: '50', sandbox: 'true' },
      },
    };
    expect(gatewayEvent.parse(event)).toEqual(event);
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
  ])('with %j is none', (part) => {
    expect(gatewayEvent.safeParse({ ...least, ...part }).success).toBe(false);
  });

  it('may tell nothing of a key', () => {
    for (const authorizer of [null, undefined, {}])
      expect(read({ requestContext: { requestId: '1', authorizer } }).requestContext).toEqual({
        requestId: '1',
        authorizer,
      });
  });
});

describe('a header', () => {
  const event = read({
    multiValueHeaders: { 'Accept-Encoding': ['gzip', 'br'], X: ['1'], 'Accept-Encodinh': ['2'] },
  });

  it('is known by its name in lower case, repeated ones joined', () => {
    expect(headerOf(event, 'accept-encoding')).toBe('gzip, br');
    expect(headerOf(event, 'x')).toBe('1');
    expect(headerOf(event, 'accept')).toBeUndefined();
    expect(headerOf(read({}), 'x')).toBeUndefined();
  });

  it('is joined from two spellings of its name', () => {
    expect(headerOf(read({ multiValueHeaders: { 'X-A': ['1'], Y: ['2'], 'x-a': ['3'] } }), 'x-a')).toBe(
      '1, 3',
    );
  });
});
