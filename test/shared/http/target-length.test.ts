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
    {
      detail: `The URL's parameters are too long: ${characters.toLocaleString('en')} characters, the limit is 8,192.`,
    },
  ],
});
const characters = (count: number) => 'x'.repeat(count);

describe('the length of a URL', () => {
  it('is refused from 8,193 characters of parameters on', () => {
    expect(refusalOf(null, null)).toBeUndefined();
    expect(refusalOf({ id: characters(8_192) }, null)).toBeUndefined();
    expect(refusalOf({ id: characters(8_193) }, null)).toEqual(refusedWith(8_193));
    const around = '?q='.length;
    expect(refusalOf(null, { q: [characters(8_192 - around)] })).toBeUndefined();
    expect(refusalOf(null, { q: [characters(8_193 - around)] })).toEqual(refusedWith(8_193));
  });

  it('is of all values of the path, and of the whole query', () => {
    const path = { a: characters(1_000), bb: characters(2_000) };
    // ?ccc=...&ccc=&ccc=...&dddd=...
    const query = { ccc: [characters(3_000), '', characters(1_000)], dddd: [characters(1_171)] };
    expect(refusalOf(path, query)).toBeUndefined();
    expect(refusalOf({ ...path, e: 'x' }, query)).toEqual(refusedWith(8_193));
    expect(refusalOf(path, { ...query, e: [''] })).toEqual(refusedWith(8_195));
  });

  it('is of every repetition of a parameter without a value', () => {
    expect(refusalOf(null, { x: Array.from({ length: 2_730 }, () => '') })).toBeUndefined();
    expect(refusalOf(null, { x: Array.from({ length: 2_731 }, () => '') })).toEqual(refusedWith(8_193));
  });

  it('is counted without what is no text, which no gateway sends', () => {
    const long = Array.from({ length: 9_000 });
    expect(
      refusalOf({ a: long, b: null, c: 1 }, { d: [long, null, 1, { length: 9_000 }], e: 1 }),
    ).toBeUndefined();
  });
});
