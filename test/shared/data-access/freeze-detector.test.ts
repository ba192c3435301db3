import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startFreezeDetector } from '../../../shared/data-access/freeze-detector.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Returns whether a freeze is detected if the clock jumps by `jump` ms, and timers then run for `runsOn` ms. */
const isFrozen = (jump: number, runsOn: number): boolean => {
  let jumped = 0;
  const detector = startFreezeDetector(() => Date.now() + jumped);
  vi.advanceTimersByTime(500);
  jumped = jump;
  vi.advanceTimersByTime(runsOn);
  return detector.stop();
};

it.each([
  ['no freeze of a process that keeps running', 0, 500, false],
  ['a freeze', 60_000, 0, true],
  ['a freeze after which the process kept running for a while', 60_000, 120, true],
  ['a clock that is set back as a freeze', -1_000, 0, true],
])('detects %s', (_what, jump, runsOn, expected) => {
  expect(isFrozen(jump, runsOn)).toBe(expected);
});
