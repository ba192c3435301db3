import { describe, expect, it } from 'vitest';
import { gatheredCounts } from '../../../shared/observability/gathered-counts.ts';

const seconds = 1_000;

/** A counter with a clock to turn, and what it has written. */
const startCounting = () => {
  let now = Date.parse('2026-03-01T00:00:00Z');
  const written: [string, number][] = [];
  const count = gatheredCounts({ now: () => now, write: (of, sum) => written.push([of, sum]) });
  return {
    count,
    written,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

describe('gathered counts', () => {
  it('are written at once for the first, so that a rare request is not kept back', () => {
    const { count, written } = startCounting();
    count('search');
    expect(written).toEqual([['search', 1]]);
  });

  it('are written as one sum by the first that comes ten seconds later', () => {
    const { count, written, pass } = startCounting();
    count('search');
    for (let request = 0; request < 499; request += 1) count('search');
    pass(10 * seconds - 1);
    count('search');
    expect(written).toHaveLength(1);
    pass(1);
    count('search');
    expect(written.slice(1)).toEqual([['search', 501]]);
  });

  it('are told apart, and those of all are written together', () => {
    const { count, written, pass } = startCounting();
    count('json');
    count('csv');
    count('csv');
    pass(10 * seconds);
    count('json');
    expect(written.slice(1).toSorted()).toEqual([
      ['csv', 2],
      ['json', 1],
    ]);
    pass(10 * seconds);
    count('csv');
    expect(written.slice(3)).toEqual([['csv', 1]]);
  });

  it('make no more lines than six a minute, however many requests come', () => {
    const { count, written, pass } = startCounting();
    for (let request = 0; request < 60_000; request += 1) {
      count('search');
      pass(1);
    }
    expect(written).toHaveLength(6);
  });

  it('are not kept back by a clock that went back', () => {
    const { count, written, pass } = startCounting();
    count('search');
    pass(-3_600 * seconds);
    count('search');
    expect(written).toEqual([
      ['search', 1],
      ['search', 1],
    ]);
  });
});
