import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleFunctions } from '../../infra/constructs/functions/function-bundles.ts';
import { routes } from '../../infra/routes/routes.ts';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';
import { stages } from '../../infra/stages/stages.ts';
import { median } from '../support/load/quantile.ts';
import { coldStarter, medianStarts } from '../support/processes/cold-start.ts';
import { handlerOf } from '../support/templates/synthesised-api.ts';
import { resourcesOfType, synthesiseStage } from '../support/templates/synthesised-stage.ts';

interface BundleBudget {
  readonly kilobytes: number;
  /** Maximum processor time to load the bundle, as a multiple of an empty bundle's. */
  readonly timesEmpty: number;
}

/** Budgets above those of functions with the same access. No client waits for the platform. */
const ownBudgets: Readonly<Record<string, BundleBudget>> = {
  // A third of the size is the regular expression engine, which is loaded when the first bill needs it.
  'functions/bill-management-v1/validate-bill.ts': { kilobytes: 496, timesEmpty: 5 },
  'functions/locations-v3/list-work-centres.ts': { kilobytes: 228, timesEmpty: 3.8 },
  'functions/locations-v3/get-work-centre.ts': { kilobytes: 228, timesEmpty: 3.8 },
  'functions/platform/import-file.ts': { kilobytes: 826, timesEmpty: 7.5 },
  'functions/platform/publish-locations.ts': { kilobytes: 600, timesEmpty: 6.7 },
  'functions/platform/report-availability.ts': { kilobytes: 535, timesEmpty: 7.5 },
};

/** Functions that use the SDK's DynamoDB client although they do not handle an operation. */
const withTables = ['functions/platform/announce-enquiries.ts', 'functions/platform/authorise-api-key.ts'];

/** Set 5% above the largest function and a third above the times of a busy machine. */
const budgetOf = (handler: string): BundleBudget => {
  const access = routes.find((route) => route.handler === handler)?.access ?? [];
  if (ownBudgets[handler]) return ownBudgets[handler];
  if (access.includes('published:read')) return { kilobytes: 196, timesEmpty: 3.5 };
  if (access.length > 0 || withTables.includes(handler)) return { kilobytes: 310, timesEmpty: 5 };
  return { kilobytes: 84, timesEmpty: 2.8 };
};

/** Replaces values that are known only at deployment, such as table names, with a placeholder. */
const variable = z.union([z.string(), z.looseObject({}).transform(() => 'named-by-the-deployment')]);

const withEnvironment = z.object({
  Environment: z.object({ Variables: z.record(z.string(), variable) }),
});

/** Lambda's region and the variables in dev's template. A bundle that reads any other variable fails here. */
const { api, publishing } = synthesiseStage(stages.dev);
const environments = new Map(
  [api, publishing].flatMap((template) =>
    [...resourcesOfType(template, 'AWS::Lambda::Function')].map(([id, { Properties }]) => [
      handlerOf(template, id),
      withEnvironment.parse(Properties).Environment.Variables,
    ]),
  ),
);
const environmentOf = (handler: string) => ({ AWS_REGION: 'ap-southeast-2', ...environments.get(handler) });

const fileOf = (handler: string): string =>
  join(directory, handler.replace(/^functions\/|\.ts$/g, ''), 'index.cjs');

let directory: string;
let starter: Awaited<ReturnType<typeof coldStarter>>;
let timesOfAll: (handler: string) => number;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-budgets-'));
  bundleFunctions(deployedHandlers, directory);
  starter = await coldStarter(directory);
  // Once, because a function that exceeds its budget is measured again.
  timesOfAll = await measure(deployedHandlers, 1);
}, 300_000);
afterAll(() => rm(directory, { recursive: true }));

/** Starts functions, and an empty one before every fifth. Returns load times as multiples of the empty one. */
const measure = async (handlers: readonly string[], rounds: number): Promise<(handler: string) => number> => {
  const { empty, start } = starter;
  const subjects = handlers.flatMap((handler, index) => [
    ...(index % 5 === 0 ? [[`empty ${index}`, empty]] : []),
    [handler, { file: fileOf(handler), environment: environmentOf(handler) }],
  ]);
  const starts = await medianStarts(start, Object.fromEntries(subjects), rounds);
  const loaded = (name: string) => starts.get(name)?.loaded.processorMilliseconds ?? Number.NaN;
  const loadedEmpty = median([...starts.keys()].filter((name) => name.startsWith('empty')).map(loaded));
  return (handler) => loaded(handler) / loadedEmpty;
};

/** Repeats a measurement above the budget, because other load does not slow down all starts equally. */
const leastTimes = async (handler: string, budget: number): Promise<number> => {
  let times = timesOfAll(handler);
  for (let again = 0; again < 2 && !(times < budget); again += 1) {
    const timesOfOne = await measure([handler], 3);
    times = timesOfOne(handler);
  }
  return times;
};

it('measures every function with the environment of its template', () => {
  expect([...environments.keys()].toSorted()).toEqual(deployedHandlers.toSorted());
});

describe.each(deployedHandlers)('the bundle of %s', (handler) => {
  const { kilobytes, timesEmpty } = budgetOf(handler);
  it(`is at most ${kilobytes} kB, and takes at most ${timesEmpty} times as long to load as an empty bundle`, async () => {
    const { size } = await stat(fileOf(handler));
    const times = await leastTimes(handler, timesEmpty);
    console.log(
      `${handler}: ${(size / 1_000).toFixed(1)} kB, loaded in ${times.toFixed(2)} times an empty one`,
    );
    expect(size / 1_000).toBeLessThan(kilobytes);
    expect(times).toBeLessThan(timesEmpty);
  });
});
