import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { type RequestSchema, requestParser } from '../../../shared/http/request.ts';

const eventOf = (change: object) =>
  gatewayEvent.parse({ resource: '/x', requestContext: { requestId: '1' }, ...change });

const rejectionOf = (schema: RequestSchema, change: object) => {
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

it.each([{ sandbox: 'false' }, { plan: 1 }, { client: 1 }])(
  'an event with the key context %j is rejected',
  (authorizer) => {
    expect(() => eventOf({ requestContext: { requestId: '1', authorizer } })).toThrow();
  },
);

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
    expect(rejectionOf(schema, change)).toEqual({
      code: 'CONSTRAINT_VIOLATION',
      problems: [
        { detail: 'id: is not valid percent-encoded UTF-8', parameter: 'id' },
        // Two values of one parameter have the same problem, which is listed once.
        { detail: 'a: is too long', parameter: 'a' },
        { detail: 'name: is missing', parameter: 'name' },
        { detail: 'list.1.of: must be a string', parameter: 'list.1.of' },
        { detail: 'X-Kind: is missing', parameter: 'x-kind' },
      ],
    });
  });

  it('lists the violations of other parts even if the body cannot be read', () => {
    const schema = { headers: { 'x-kind': z.string() }, body };
    expect(rejectionOf(schema, withBody('{'))?.problems).toEqual([
      { detail: 'X-Kind: is missing', parameter: 'x-kind' },
      { detail: 'The body is not valid JSON (line 1, column 2).', parameter: 'body' },
    ]);
  });

  it('lists one violation for an array in place of a string, regardless of its length', () => {
    const bounded = z.object({ name: z.string().min(1, 'is too short').max(2, 'is too long').nullable() });
    for (const value of ['[]', '[1,2,3]']) {
      expect(rejectionOf({ body: bounded }, withBody(`{"name":${value}}`))?.problems).toEqual([
        { detail: 'name: must be a string', parameter: 'name' },
      ]);
    }
  });
});

describe("the length of a URL's parameters", () => {
  const characters = (count: number) => 'x'.repeat(count);
  const lengthRejected = (path: object, query: object): string | undefined => {
    const rejection = rejectionOf({}, { pathParameters: path, multiValueQueryStringParameters: query });
    return rejection?.problems[0]?.detail.match(/too long: ([\d,]+) characters; the limit is 8,192\.$/)?.[1];
  };

  it('is limited to 8,192 characters (E14)', () => {
    expect(lengthRejected({ id: characters(8_192) }, {})).toBeUndefined();
    expect(lengthRejected({ id: characters(8_193) }, {})).toBe('8,193');
    const around = '?q='.length;
    expect(lengthRejected({}, { q: [characters(8_192 - around)] })).toBeUndefined();
    expect(lengthRejected({}, { q: [characters(8_193 - around)] })).toBe('8,193');
  });

  it('counts all path values and the whole query', () => {
    const path = { a: characters(1_000), bb: characters(2_000) };
    // ?ccc=...&ccc=&ccc=...&dddd=...
    const query = { ccc: [characters(3_000), '', characters(1_000)], dddd: [characters(1_171)] };
    expect(lengthRejected(path, query)).toBeUndefined();
    expect(lengthRejected({ ...path, e: 'x' }, query)).toBe('8,193');
    expect(lengthRejected(path, { ...query, e: [''] })).toBe('8,195');
  });
});
