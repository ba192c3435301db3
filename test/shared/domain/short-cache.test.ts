import { expect, it } from 'vitest';
import { shortCache } from '../../../shared/domain/short-cache.ts';

const setUp = () => {
  const state = { time: 1_000, reads: 0, isDown: false };
  const read = shortCache({
    read: async () => {
      state.reads += 1;
      await Promise.resolve();
      if (state.isDown) throw new Error('down');
      return state.reads;
    },
    milliseconds: (value) => (value === 1 ? 5_000 : 1_000),
    now: () => state.time,
  });
  return { state, read };
};

it('reads once for concurrent callers', async () => {
  const { state, read } = setUp();
  expect(await Promise.all(Array.from({ length: 100 }, read))).toEqual(Array.from({ length: 100 }, () => 1));
  expect(state.reads).toBe(1);
});

it('keeps a value for the time that the value specifies', async () => {
  const { state, read } = setUp();
  await read();
  state.time += 4_999;
  expect(await read()).toBe(1);
  state.time += 1;
  expect(await read()).toBe(2);
  state.time += 1_000;
  expect(await read()).toBe(3);
});

it('reads again after a failed read, and after the clock was set back', async () => {
  const { state, read } = setUp();
  state.isDown = true;
  await expect(read()).rejects.toThrow('down');
  state.isDown = false;
  expect(await read()).toBe(2);
  state.time -= 1;
  expect(await read()).toBe(3);
});
