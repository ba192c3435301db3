import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchForSleep } from '../../../shared/data-access/sleep-watch.ts';

const watched = () => {
  const clock = { milliseconds: 1_000_000 };
  return { clock, watch: watchForSleep(() => clock.milliseconds) };
};

it('a process that goes on was awake, however long it is watched', async () => {
  const { clock, watch } = watched();
  for (let step = 0; step < 5; step += 1) {
    await delay(120);
    clock.milliseconds += 100;
  }
  expect(watch.end()).toBe(false);
});

it('a process that stood still has slept, whether it is asked at once or goes on for a while', async () => {
  const [asked, goesOn] = [watched(), watched()];
  asked.clock.milliseconds += 60_000;
  expect(asked.watch.end()).toBe(true);
  goesOn.clock.milliseconds += 60_000;
  await delay(120);
  expect(goesOn.watch.end()).toBe(true);
});

it('a clock that goes back counts as sleep', () => {
  const { clock, watch } = watched();
  clock.milliseconds -= 1;
  expect(watch.end()).toBe(true);
});
