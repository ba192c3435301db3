import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { capabilityRecord } from '../../shared/domain/capability/capability-record.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../support/embedded-tables.ts';
import { forkPublisher } from '../support/forked-publisher.ts';
import { largeNetwork } from '../support/large-network.ts';
import { type LocalBucket, startLocalBucket } from '../support/local-bucket.ts';
import { manifestIn } from '../support/publish-network.ts';
import { storeRows } from '../support/store-tables.ts';

const locations = Number(process.env.WAYPOST_FIGURE_LOCATIONS ?? 21_000);

let database: EmbeddedTables;
let store: LocalBucket;
beforeAll(async () => {
  [database, store] = await Promise.all([startEmbeddedTables(), startLocalBucket()]);
  await storeRows(
    database,
    'capabilities',
    sampleServices.map(({ line }) => capabilityRecord.parse(line)),
  );
  await storeRows(database, 'locations', largeNetwork(locations));
}, 600_000);
afterAll(() => Promise.all([database.close(), store.close()]));

it(`publishing ${locations} locations takes one core ten seconds at most, and less than 400 MB`, async () => {
  const began = performance.now();
  const { ended, exited } = await forkPublisher(database, store);
  const { result, processorSeconds, peakMegabytes } = await ended;
  await exited;
  const seconds = (performance.now() - began) / 1_000;
  const { catalogue, exports } = await manifestIn(store);
  console.log({ seconds, processorSeconds, peakMegabytes, catalogue: catalogue.bytes, exports });
  expect(result).toMatchObject({ status: 'published', locations });
  expect(processorSeconds).toBeLessThan(10);
  expect(peakMegabytes).toBeLessThan(400);
}, 600_000);
