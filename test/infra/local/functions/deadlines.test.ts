import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadlines } from '../../../../infra/local/functions/deadlines.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it('a deadline is missed once, and not before it has passed', () => {
  const bound = deadlines();
  const miss = vi.fn();
  bound(1_000, miss);
  vi.advanceTimersByTime(999);
  expect(miss).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(miss).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(miss).toHaveBeenCalledTimes(1);
});

it('one that is met is never missed, whatever becomes of others', () => {
  const bound = deadlines();
  const [first, second] = [vi.fn(), vi.fn()];
  const meet = bound(100, first);
  bound(200, second);
  meet();
  vi.advanceTimersByTime(300);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

it('no timer runs where there is nothing to look after', () => {
  const bound = deadlines();
  bound(100, () => undefined)();
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  bound(100, () => undefined);
  expect(vi.getTimerCount()).toBe(1);
});
