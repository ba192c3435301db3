import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { checkTargetLength } from '../../../shared/http/target-length.ts';

/** What is said of a URL with these path parameters and this query; undefined if it is not too long. */
const refusalOf = (pathParameters: unknown, multiValueQueryStringParameters: unknown) => {
  const event = gatewayEvent.parse({
    resource: '/x',
    pathParameters,
    multiValueQueryStringParameters,
    requestContext: { requestId: '1' },
  });
  try {
    checkTargetLength(event);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, problems: error.problems };
    throw error;
  }
};

const refusedWith = (characters: number) => ({
  code: 'CONSTRAINT_VIOLATION',
  problems: [
    { detail: `The path and the query must have at most 8192 characters; they have ${characters}.` },
  ],
});
const characters = (count: number) => 'x'.repeat(count);

describe('the length of a URL', () => {
  it('is refused from 8,193 characters on', () => {
    expect(refusalOf(null, null)).toBeUndefined();
    expect(refusalOf({ id: characters(8_190) }, null)).toBeUndefined();
    expect(refusalOf({ id: characters(8_191) }, null)).toEqual(refusedWith(8_193));
    expect(refusalOf(null, { q: [characters(8_191)] })).toBeUndefined();
    expect(refusalOf(null, { q: [characters(8_192)] })).toEqual(refusedWith(8_193));
  });

  it('is of all names and values of the path and the query together', () => {
    const path = { a: characters(1_000), bb: characters(2_000) };
    const query = { ccc: [characters(3_000), '', characters(1_000)], dddd: [characters(1_182)] };
    expect(refusalOf(path, query)).toBeUndefined();
    expect(refusalOf(path, { ...query, e: [] })).toEqual(refusedWith(8_193));
    expect(refusalOf({ ...path, e: '' }, query)).toEqual(refusedWith(8_193));
  });

  it('is counted without what is no text, which no gateway sends', () => {
    const long = Array.from({ length: 9_000 });
    expect(refusalOf({ a: long, b: null, c: 1 }, { d: [long, null, 1, { length: 9_000 }] })).toBeUndefined();
  });
});
