import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../infra/constructs/functions/function-bundles.ts';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';
import { stages } from '../../infra/stages/stages.ts';
import { bundleBudgets } from '../support/bundle-budgets.ts';
import { coldStarter, type MedianStart, medianStarts } from '../support/processes/cold-start.ts';
import { environmentsByHandler } from '../support/templates/synthesised-environments.ts';

const rounds = 5;

/**
 * What a function of dev has in its environment: what Lambda puts there, and the variables of its template. One that
 * reads another when it is loaded fails here.
 */
const environments = environmentsByHandler(stages.dev);
const environmentOf = (handler: string) => ({ AWS_REGION: 'ap-southeast-2', ...environments.get(handler) });

const fileOf = (handler: string): string =>
  join(directory, handler.replace(/^functions\/|\.ts$/g, ''), 'index.cjs');

let directory: string;
let starts: ReadonlyMap<string, MedianStart>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-budgets-'));
  bundleFunctions(deployedHandlers, directory);
  const { empty, start } = await coldStarter(directory);
  const subjects = Object.fromEntries(
    deployedHandlers.map((handler) => [
      handler,
      { file: fileOf(handler), environment: environmentOf(handler) },
    ]),
  );
  starts = await medianStarts(start, { empty, ...subjects }, rounds);
}, 300_000);
afterAll(() => rm(directory, { recursive: true }));

const loadedAfter = (name: string): number => starts.get(name)?.loaded.processorMilliseconds ?? Number.NaN;

it('every function that is deployed has a budget, and no other', () => {
  expect(Object.keys(bundleBudgets).toSorted()).toEqual(deployedHandlers.toSorted());
});

it('every function is started with what its template tells it', () => {
  expect([...environments.keys()].toSorted()).toEqual(deployedHandlers.toSorted());
});

describe.each(Object.entries(bundleBudgets))('the bundle of %s', (handler, { kilobytes, timesEmpty }) => {
  it(`has at most ${kilobytes} kB, and is loaded in ${timesEmpty} times what an empty one takes`, async () => {
    const { size } = await stat(fileOf(handler));
    const times = loadedAfter(handler) / loadedAfter('empty');
    console.log(
      `${handler}: ${(size / 1_000).toFixed(1)} kB, loaded in ${times.toFixed(2)} times an empty one`,
    );
    expect(size / 1_000).toBeLessThan(kilobytes);
    expect(times).toBeLessThan(timesEmpty);
  });
});
