import { describe, expect, it } from 'vitest';
import { holdAgainst } from './targets.ts';

describe('a target', () => {
  const promise = { part: 'search', what: 'a search', against: 'another', promised: 4 } as const;

  it('is met by what is no less than the least', () => {
    const atLeast = (measured: number) => holdAgainst({ ...promise, bound: 'at least' }, measured).met;
    expect([3.9, 4, 5].map(atLeast)).toEqual([false, true, true]);
  });

  it('is met by what is no more than the most', () => {
    const atMost = (measured: number) => holdAgainst({ ...promise, bound: 'at most' }, measured).met;
    expect([3.9, 4, 5].map(atMost)).toEqual([true, true, false]);
  });

  it('is missed by what is no number', () => {
    expect(holdAgainst({ ...promise, bound: 'at most' }, Number.NaN).met).toBe(false);
  });
});
