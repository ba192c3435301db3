import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startFreezeDetector } from '../../../shared/data-access/freeze-detector.ts';

const start = () => {
  const clock = { milliseconds: 1_000_000 };
  return { clock, detector: startFreezeDetector(() => clock.milliseconds) };
};

it('detects no freeze of a process that keeps running', async () => {
  const { clock, detector } = start();
  for (let step = 0; step < 5; step += 1) {
    await delay(120);
    clock.milliseconds += 100;
  }
  expect(detector.stop()).toBe(false);
});

it('detects a freeze at once, and after the process has run on for a while', async () => {
  const [stopped, running] = [start(), start()];
  stopped.clock.milliseconds += 60_000;
  expect(stopped.detector.stop()).toBe(true);
  running.clock.milliseconds += 60_000;
  await delay(120);
  expect(running.detector.stop()).toBe(true);
});

it('counts a clock that was set back as a freeze', () => {
  const { clock, detector } = start();
  clock.milliseconds -= 1;
  expect(detector.stop()).toBe(true);
});
