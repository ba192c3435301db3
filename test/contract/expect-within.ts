import { expect } from 'vitest';

const mostAttempts = 3;

/** Expects work to take less than so many milliseconds at one of three attempts: other work of the machine delays some. */
export const expectWithin = async (milliseconds: number, work: () => Promise<void>): Promise<void> => {
  let quickest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < mostAttempts && quickest >= milliseconds; attempt += 1) {
    const began = performance.now();
    await work();
    quickest = Math.min(quickest, performance.now() - began);
  }
  expect(quickest).toBeLessThan(milliseconds);
};
