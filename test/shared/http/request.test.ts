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

const characters = (count: number) => 'x'.repeat(count);
const manyPaths = { a: characters(1_000), bb: characters(2_000) };
/** The query is `?ccc=...&ccc=&ccc=...&dddd=...`. */
const longQuery = { ccc: [characters(3_000), '', characters(1_000)], dddd: [characters(1_171)] };

it.each<[object, object, string | undefined]>([
  [{ id: characters(8_192) }, {}, undefined],
  [{ id: characters(8_193) }, {}, '8,193'],
  [{}, { q: [characters(8_192 - '?q='.length)] }, undefined],
  [{}, { q: [characters(8_193 - '?q='.length)] }, '8,193'],
  [manyPaths, longQuery, undefined],
  [{ ...manyPaths, e: 'x' }, longQuery, '8,193'],
  [manyPaths, { ...longQuery, e: [''] }, '8,195'],
])(
  'the path values and the query of a URL are limited to 8,192 characters in total (%#, E14)',
  (path, query, length) => {
    const change = { pathParameters: path, multiValueQueryStringParameters: query };
    const detail = rejectionOf({}, change)?.problems[0]?.detail;
    expect(detail?.match(/too long: ([\d,]+) characters; the limit is 8,192\.$/)?.[1]).toBe(length);
  },
);
