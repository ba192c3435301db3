import { readFileSync } from 'node:fs';
import { expectedOf } from '../../support/networks/snapshot-of.ts';
import { interleaved, stopwatch, type Timing } from '../measure/interleaved-rounds.ts';
import { makeReady } from './make-ready.ts';
import type { StoredForm } from './stored-networks.ts';

const budgetMilliseconds = 1_000;
const least = 3;
const mostInRound = 20;

/** Makes all forms ready by turns in this process, which has compiled what it runs after the first round. */
export const measureWarm = (paths: ReadonlyMap<StoredForm, string>, rounds: number): Promise<Timing[]> => {
  const runners = [...paths].map(([form, path]) => {
    const bytes = readFileSync(path);
    const expected = expectedOf(bytes);
    return { name: form, run: stopwatch(() => makeReady(bytes, form, expected)) };
  });
  const tasks = Array.from({ length: mostInRound }, () => undefined);
  return interleaved(runners, () => tasks, { rounds, budgetMilliseconds, least });
};
