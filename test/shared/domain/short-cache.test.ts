import { expect, it } from 'vitest';
import { shortCache } from '../../../shared/domain/short-cache.ts';

// The tests of health.ts cover concurrent reads and the time for which a value is kept.
it('a short cache reads again after a failed read, and after the clock was set back', async () => {
  const state = { time: 1_000, reads: 0, isDown: true };
  const read = shortCache({
    read: async () => {
      state.reads += 1;
      if (state.isDown) throw new Error('down');
      return state.reads;
    },
    milliseconds: () => 5_000,
    now: () => state.time,
  });
  await expect(read()).rejects.toThrow('down');
  state.isDown = false;
  expect(await read()).toBe(2);
  state.time -= 1;
  expect(await read()).toBe(3);
});
