import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { type GatewayEvent, gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { type RequestSchema, requestParser } from '../../../shared/http/request.ts';

const eventOf = (change: object = {}): GatewayEvent =>
  gatewayEvent.parse({ resource: '/x', requestContext: { requestId: '1' }, ...change });

const refusalOf = (schema: RequestSchema, change: object) => {
  try {
    requestParser(schema)(eventOf(change));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, problems: error.problems };
    throw error;
  }
};

const body = z.object({ name: z.string(), list: z.array(z.object({ of: z.string() })).optional() });
const json = { 'Content-Type': ['application/json'] };
const withBody = (text: string, headers: object = {}) => ({
  body: text,
  multiValueHeaders: { ...json, ...headers },
});

describe('a request', () => {
  it('is empty for an operation that reads nothing', () => {
    expect(requestParser({})(eventOf({ ...withBody('{'), pathParameters: { id: '%zz' } }))).toEqual({
      path: {},
      query: {},
      headers: {},
      body: undefined,
      client: '',
      sandbox: false,
    });
  });

  it('has the parts that the schema parsed, and the client of its key', () => {
    const schema = {
      path: { id: z.string() },
      query: z.object({ a: z.array(z.string()) }),
      headers: { 'x-kind': z.string() },
      body,
    };
    const event = eventOf({
      ...withBody('{"name":"n","other":1}', { 'X-Kind': ['k'] }),
      pathParameters: { id: 'a%2Fb', other: 'x' },
      multiValueQueryStringParameters: { a: ['1'] },
      requestContext: { requestId: '1', authorizer: { client: 'shop' } },
    });
    expect(requestParser(schema)(event)).toEqual({
      path: { id: 'a/b' },
      query: { a: ['1'] },
      headers: { 'x-kind': 'k' },
      body: { name: 'n' },
      client: 'shop',
      sandbox: false,
    });
  });
});

describe('an invalid request', () => {
  it('lists every violation by the name of its parameter or field', () => {
    const schema = {
      path: { id: z.string() },
      query: z.object({ a: z.array(z.string().max(1, 'is too long')) }),
      headers: { 'x-kind': z.string() },
      body,
    };
    const change = {
      ...withBody('{"list":[{"of":"x"},{"of":1}]}'),
      pathParameters: { id: '%c0%80' },
      multiValueQueryStringParameters: { a: ['1', 'long', 'longer'] },
    };
    expect(refusalOf(schema, change)).toEqual({
      code: 'CONSTRAINT_VIOLATION',
      problems: [
        { detail: 'id: is not valid percent-encoded UTF-8', parameter: 'id' },
        // Of two values of one parameter the same is said once.
        { detail: 'a: is too long', parameter: 'a' },
        { detail: 'name: is missing', parameter: 'name' },
        { detail: 'list.1.of: must be a string', parameter: 'list.1.of' },
        { detail: 'X-Kind: is missing', parameter: 'x-kind' },
      ],
    });
  });

  it('lists a list in place of a text once, whatever its length', () => {
    const bounded = z.object({ name: z.string().min(1, 'is too short').max(2, 'is too long').nullable() });
    for (const value of ['[]', '[1,2,3]']) {
      expect(refusalOf({ body: bounded }, withBody(`{"name":${value}}`))?.problems).toEqual([
        { detail: 'name: must be a string', parameter: 'name' },
      ]);
    }
  });

  it('names the body if no field is invalid', () => {
    expect(refusalOf({ body }, withBody('[]'))?.problems).toEqual([
      { detail: 'body: must be an object', parameter: 'body' },
    ]);
  });

  it('D10 D13 D14 says why its body cannot be read', () => {
    expect(refusalOf({ body }, withBody('{'))).toEqual({
      code: 'CONSTRAINT_VIOLATION',
      problems: [{ detail: 'The body is not valid JSON (line 1, column 2).', parameter: 'body' }],
    });
  });
});

describe('the length of the parameters of a URL', () => {
  const characters = (count: number) => 'x'.repeat(count);
  const lengthRejected = (path: object, query: object): string | undefined => {
    const refusal = refusalOf({}, { pathParameters: path, multiValueQueryStringParameters: query });
    return refusal?.problems[0]?.detail.match(/too long: ([\d,]+) characters, the limit is 8,192\.$/)?.[1];
  };

  it('is limited to 8,192 characters', () => {
    expect(lengthRejected({ id: characters(8_192) }, {})).toBeUndefined();
    expect(lengthRejected({ id: characters(8_193) }, {})).toBe('8,193');
    const around = '?q='.length;
    expect(lengthRejected({}, { q: [characters(8_192 - around)] })).toBeUndefined();
    expect(lengthRejected({}, { q: [characters(8_193 - around)] })).toBe('8,193');
  });

  it('counts all values of the path and the whole query', () => {
    const path = { a: characters(1_000), bb: characters(2_000) };
    // ?ccc=...&ccc=&ccc=...&dddd=...
    const query = { ccc: [characters(3_000), '', characters(1_000)], dddd: [characters(1_171)] };
    expect(lengthRejected(path, query)).toBeUndefined();
    expect(lengthRejected({ ...path, e: 'x' }, query)).toBe('8,193');
    expect(lengthRejected(path, { ...query, e: [''] })).toBe('8,195');
  });
});

describe('a request with a sandbox key', () => {
  const asking = (value: string, authorizer: object) => ({
    multiValueHeaders: { 'Waypost-Simulate': [value] },
    requestContext: { requestId: '1', authorizer },
  });

  it('is marked, and may ask for an error to simulate', () => {
    const event = eventOf(asking('429', { client: 'shop', sandbox: 'true' }));
    expect(requestParser({})(event)).toMatchObject({ client: 'shop', sandbox: true });
  });

  it('is rejected if it asks for another error, which another key may', () => {
    expect(refusalOf({}, asking('500', { sandbox: 'true' }))?.problems).toEqual([
      { detail: 'Waypost-Simulate: must be one of 429, 503', parameter: 'waypost-simulate' },
    ]);
    expect(refusalOf({}, asking('500', {}))).toBeUndefined();
  });
});
