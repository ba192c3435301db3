import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { principalAddress } from '../../../shared/domain/location/location.ts';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import { eventOf } from '../../support/gateway/authoriser-under-test.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { keyOperator } from '../../support/key-operator.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { numberedBiller } from '../../support/networks/import-lines.ts';
import { largeNetwork } from '../../support/networks/large-network.ts';
import { aCapability } from '../../support/networks/network-records.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';
import { perFile, temporaryFolder } from '../../support/per-test.ts';
import { forkFunction, lambdaNodeOptions } from '../../support/processes/forked-function.ts';
import { putRows, startEmbeddedTables } from '../../support/tables/embedded-tables.ts';

const locationCount = 21_000;
const network = largeNetwork(locationCount);
const capabilities = Array.from({ length: 60 }, (_, index) => aCapability(index));
const { memoryMegabytes } = stages.prod;

/** Share of its memory that a function may use. Lambda's processes, such as X-Ray's daemon, need some. */
const maxMemoryShare = 0.5;

/** Memory from which Lambda provides a whole processor. With less memory, a function gets a proportional share. */
const megabytesOfProcessor = 1_769;

/** This limit determines the memory sizes: with half of the memory, starts would take twice as long. */
const maxStartMilliseconds = 1_500;

const folder = perFile(temporaryFolder);
const store = perFile(startLocalBucket);
const database = perFile(startEmbeddedTables);

const handlers = {
  near: 'functions/locations-v2/find-points-near.ts',
  byType: 'functions/locations-v2/find-points-by-type.ts',
  byPostcode: 'functions/locations-v2/find-points-by-postcode.ts',
  search: 'functions/locations-v3/list-work-centres.ts',
  billers: 'functions/bill-management-v1/list-biller-metadata.ts',
  enquiry: 'functions/bill-management-v1/submit-enquiry.ts',
  authoriser: 'functions/platform/authorise-api-key.ts',
};

beforeAll(async () => {
  bundleFunctions(Object.values(handlers), folder.path);
  await storePublication(store, { locations: network, capabilities });
});

const eventFor = (handler: string, query: string, parameters: Readonly<Record<string, string>> = {}) => {
  const route = routes.find((each) => each.handler === handler);
  if (!route) throw new Error(`no route has the handler ${handler}`);
  return gatewayEventOf({ path: `${route.path}?${query}` }, route.path, parameters);
};

const start = (handler: string, megabytes: number) =>
  forkFunction({
    file: join(folder.path, handler.replace(/^functions\/|\.ts$/g, ''), 'index.cjs'),
    nodeOptions: lambdaNodeOptions(megabytes),
    environment: {
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: database.engine.endpoint,
      PUBLISHED_BUCKET: store.bucket,
      // A check on each request keeps two catalogues in memory as often as possible.
      CATALOGUE_CHECK_SECONDS: '0',
      BILLERS_TABLE: database.tables.billers,
      ENQUIRIES_TABLE: database.tables.enquiries,
      ENQUIRY_RETENTION_DAYS: '30',
      API_KEYS_TABLE: database.tables.apiKeys,
      API_KEY_USE_TABLE: database.tables.apiKeyUse,
      POWERTOOLS_SERVICE_NAME: 'figures',
      POWERTOOLS_METRICS_NAMESPACE: 'Waypost/figures',
    },
  });

/** Checks the processor time until an instance's first response, and the peak memory after its last one. */
const load = async (
  handler: string,
  megabytes: number,
  events: readonly object[],
  prepare: (instance: Awaited<ReturnType<typeof start>>) => Promise<unknown> = async () => {},
) => {
  const instance = await start(handler, megabytes);
  const { processorMilliseconds: processor } = await instance.answer(events.slice(-1));
  await prepare(instance);
  const { peakMegabytes, statuses } = await instance.answer(events);
  await instance.stop();
  const startMilliseconds = (processor * megabytesOfProcessor) / Math.min(megabytes, megabytesOfProcessor);
  console.log(
    `${handler}: peak ${peakMegabytes.toFixed(0)} of ${megabytes} MB; first response after ` +
      `${processor.toFixed(0)} ms of processor time, which take ${startMilliseconds.toFixed(0)} ms at its share`,
  );
  expect(peakMegabytes).toBeGreaterThan(0);
  expect(peakMegabytes).toBeLessThan(megabytes * maxMemoryShare);
  expect(startMilliseconds).toBeLessThan(maxStartMilliseconds);
  return statuses;
};

const postcodes = new Set(network.map((location) => principalAddress(location).postcode));

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Events for the largest possible responses, and many events for small ones, by handler. */
const catalogueLoads: Readonly<Record<string, readonly object[]>> = {
  [handlers.near]: [
    ...times(6, (index) =>
      eventFor(handlers.near, 'limit=10000&radius=1000', { longitude: `${144 + index}`, latitude: '-33' }),
    ),
    ...times(100, (index) =>
      eventFor(handlers.near, 'radius=25', { longitude: '151.21', latitude: `${-33.8 - index / 1000}` }),
    ),
  ],
  [handlers.byType]: times(10, () => eventFor(handlers.byType, '', { points_type: 'R_SPB' })),
  [handlers.byPostcode]: [...postcodes].map((postcode) => eventFor(handlers.byPostcode, '', { postcode })),
  // Pages through the whole network, so that the record cache is full.
  [handlers.search]: times(locationCount / 100, (page) =>
    eventFor(handlers.search, `size=100&offset=${page * 100}`),
  ),
};

describe('a function leaves half of its memory free', () => {
  it.each(Object.entries(catalogueLoads))('with 21,000 locations: %s', async (handler, events) => {
    const statuses = await load(handler, memoryMegabytes.catalogue, events, async (instance) => {
      await instance.answer(events);
      await storePublication(store, { locations: network, capabilities });
    });
    expect(statuses).toEqual([200]);
  });

  it('with the list of a thousand billers', async () => {
    const billers = times(1_000, (index) => ({ kind: 'BILLER', ...numberedBiller(index) }));
    await putRows({ client: database.client, tableName: database.tables.billers }, billers);
    const events = times(30, () => eventFor(handlers.billers, ''));
    expect(await load(handlers.billers, memoryMegabytes.standard, events)).toEqual([200]);
  });

  it('with enquiries', async () => {
    const headers = { 'content-type': 'application/json' };
    const route = '/bill-management-api/v1/enquiries';
    const events = times(100, () =>
      gatewayEventOf({ method: 'POST', path: route, headers, body: JSON.stringify(goodEnquiry) }, route, {}),
    );
    expect(await load(handlers.enquiry, memoryMegabytes.standard, events)).toEqual([200]);
  });

  it('with keys to authorise', async () => {
    const keys = keyOperator(database);
    const issued = await Promise.all(times(100, (index) => keys.issue({ client: `Client ${index}` })));
    const events = issued.map(({ token }) => eventOf(token));
    expect(await load(handlers.authoriser, memoryMegabytes.standard, events)).toEqual(['answered']);
  });
});
