import { expect, it } from 'vitest';
import { type RetryBudget, retryBudget } from '../../../shared/data-access/retry-budget.ts';

const earn = (budget: RetryBudget, successes: number) => {
  for (let index = 0; index < successes; index += 1) budget.earn();
};

/** Repetitions that are left, all of them taken; far more than any budget are asked for. */
const takeAll = (budget: RetryBudget): number => {
  let taken = 0;
  for (let index = 0; index < 1_000; index += 1) if (budget.take()) taken += 1;
  return taken;
};

it('a client has fifty repetitions in hand, and no more after ever so many successes', () => {
  expect(takeAll(retryBudget())).toBe(50);
  const budget = retryBudget();
  earn(budget, 10_000);
  expect(takeAll(budget)).toBe(50);
});

it('two successes pay for one repetition of a client that has spent all of them', () => {
  const budget = retryBudget();
  takeAll(budget);
  earn(budget, 1);
  expect(takeAll(budget)).toBe(0);
  earn(budget, 1);
  expect(takeAll(budget)).toBe(1);
  earn(budget, 2);
  expect(takeAll(budget)).toBe(1);
});
