import { expect, it } from 'vitest';
import { httpTarget } from '../../support/targets/http-target.ts';
import { sharedStack } from '../running-stack.ts';
import { keyWithIdOf, unknownKeyLike } from './key-with-id-of.ts';

const { url, key } = sharedStack;

/** Number of rejected requests of each kind. With `REFUSALS=10000`, the test takes about ten minutes. */
const refusals = Number(process.env.REFUSALS ?? 80);

const millisecondsOf = async (token: string): Promise<number> => {
  const began = performance.now();
  const { status } = await httpTarget(url, token).send({ path: '/locations/v2/services' });
  expect(status).toBe(401);
  return performance.now() - began;
};

/** Returns the times without the slowest 10%, which are caused by other load on the machine. */
const withoutSlowest = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other).slice(0, Math.ceil(times.length * 0.9));

const meanAndVariance = (times: readonly number[]) => {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return { mean, variance };
};

/** Returns Welch's t, that is, the difference of two means in units of its standard error. */
const welch = (one: readonly number[], other: readonly number[]): number => {
  const [a, b] = [meanAndVariance(one), meanAndVariance(other)];
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length);
};

it('A12 takes as long to reject an unknown id as a wrong secret', { timeout: 3_600_000 }, async () => {
  const [unknown, known]: [number[], number[]] = [[], []];
  for (let round = 0; round < refusals; round += 1) {
    const takes = [
      async () => unknown.push(await millisecondsOf(unknownKeyLike(key))),
      async () => known.push(await millisecondsOf(keyWithIdOf(key))),
    ];
    // The order alternates, because the first request of a pair may be slower.
    for (const take of round % 2 === 0 ? takes : takes.reverse()) await take();
  }
  expect(Math.abs(welch(withoutSlowest(unknown), withoutSlowest(known)))).toBeLessThan(4.5);
});
