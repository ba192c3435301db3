import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../infra/constructs/functions/function-bundles.ts';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';
import { stages } from '../../infra/stages/stages.ts';
import { coldStarter, medianStarts } from '../support/processes/cold-start.ts';
import { environmentsByHandler } from '../support/templates/synthesised-environments.ts';

/** Limits of a function's bundle. */
interface BundleBudget {
  readonly kilobytes: number;
  /** Processor time to load the bundle, as a multiple of that of an empty one. */
  readonly timesEmpty: number;
}

/** Budget of functions without a store. */
const alone = { kilobytes: 76, timesEmpty: 2.8 };
/** Budget of functions that read the published catalogue. */
const catalogue = { kilobytes: 186, timesEmpty: 3.5 };
/** Budget of functions with the SDK's DynamoDB client. */
const tables = { kilobytes: 310, timesEmpty: 5 };

/**
 * Budgets of every deployed function. Sizes are a twentieth above the largest function that shared a budget when it was
 * set; times a third above measurements on a busy machine.
 */
const bundleBudgets: Readonly<Record<string, BundleBudget>> = {
  'functions/bill-management-v1/get-biller-metadata-by-code.ts': tables,
  'functions/bill-management-v1/health.ts': tables,
  'functions/bill-management-v1/list-bill-types.ts': tables,
  'functions/bill-management-v1/list-biller-metadata.ts': tables,
  'functions/bill-management-v1/ping.ts': alone,
  'functions/bill-management-v1/submit-enquiry.ts': tables,
  'functions/locations-v2/find-points-by-delivery-point.ts': catalogue,
  'functions/locations-v2/find-points-by-postcode.ts': catalogue,
  'functions/locations-v2/find-points-by-type.ts': catalogue,
  'functions/locations-v2/find-points-by-work-centre.ts': catalogue,
  'functions/locations-v2/find-points-near.ts': catalogue,
  'functions/locations-v2/get-points-by-location-code.ts': catalogue,
  'functions/locations-v2/get-services-by-code.ts': catalogue,
  'functions/locations-v2/list-services.ts': catalogue,
  'functions/locations-v3/export-work-centres.ts': catalogue,
  'functions/locations-v3/get-work-centre.ts': catalogue,
  'functions/locations-v3/list-operational-capabilities.ts': catalogue,
  'functions/locations-v3/list-work-centres.ts': catalogue,
  'functions/platform/announce-enquiries.ts': tables,
  'functions/platform/authorise-api-key.ts': tables,
  // No client waits for these two.
  'functions/platform/import-file.ts': { kilobytes: 580, timesEmpty: 7.5 },
  'functions/platform/publish-locations.ts': { kilobytes: 660, timesEmpty: 6.7 },
  'functions/platform/refuse-method.ts': alone,
  'functions/platform/refuse-path.ts': alone,
};

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
let starter: Awaited<ReturnType<typeof coldStarter>>;
let timesOfAll: (handler: string) => number;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-budgets-'));
  bundleFunctions(deployedHandlers, directory);
  starter = await coldStarter(directory);
  timesOfAll = await measure(deployedHandlers);
}, 300_000);
afterAll(() => rm(directory, { recursive: true }));

/** Starts these functions and an empty one in turn; gives how many times as long as that one each is loaded. */
const measure = async (handlers: readonly string[]): Promise<(handler: string) => number> => {
  const { empty, start } = starter;
  const subjects = Object.fromEntries(
    handlers.map((handler) => [handler, { file: fileOf(handler), environment: environmentOf(handler) }]),
  );
  const starts = await medianStarts(start, { empty, ...subjects }, rounds);
  const loaded = (name: string) => starts.get(name)?.loaded.processorMilliseconds ?? Number.NaN;
  return (handler) => loaded(handler) / loaded('empty');
};

/** A function that takes more is measured again: what others do on the machine does not lengthen all starts alike. */
const leastTimes = async (handler: string, budget: number): Promise<number> => {
  let times = timesOfAll(handler);
  for (let again = 0; again < 2 && !(times < budget); again += 1) {
    const timesOfOne = await measure([handler]);
    times = timesOfOne(handler);
  }
  return times;
};

it('every function that is deployed has a budget, and no other', () => {
  expect(Object.keys(bundleBudgets).toSorted()).toEqual(deployedHandlers.toSorted());
});

it('every function is started with what its template tells it', () => {
  expect([...environments.keys()].toSorted()).toEqual(deployedHandlers.toSorted());
});

describe.each(Object.entries(bundleBudgets))('the bundle of %s', (handler, { kilobytes, timesEmpty }) => {
  it(`has at most ${kilobytes} kB, and is loaded in ${timesEmpty} times what an empty one takes`, async () => {
    const { size } = await stat(fileOf(handler));
    const times = await leastTimes(handler, timesEmpty);
    console.log(
      `${handler}: ${(size / 1_000).toFixed(1)} kB, loaded in ${times.toFixed(2)} times an empty one`,
    );
    expect(size / 1_000).toBeLessThan(kilobytes);
    expect(times).toBeLessThan(timesEmpty);
  });
});
