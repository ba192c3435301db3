import { expect, it } from 'vitest';
import { wholeTargets } from './measure-whole.ts';

const held = (size: number, megabytes: number) => {
  const what = 'the most memory held by the process that publishes';
  const common = { part: 'publish', what, contender: 'publisher', unit: 'MB', measured: 1 } as const;
  return wholeTargets([{ ...common, size, p50: megabytes }], [size]).map(({ met }) => met);
};

it('a publication of 21,000 locations may hold 400 MB, and a larger one half of what its function has', () => {
  expect(held(21_000, 400)).toEqual([true]);
  expect(held(21_000, 401)).toEqual([false]);
  expect(held(300_000, 884)).toEqual([true]);
  expect(held(1_000_000, 885)).toEqual([false]);
});

it('nothing is promised of a publication that was not measured', () => {
  expect(wholeTargets([], [21_000])).toEqual([]);
});
