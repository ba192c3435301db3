import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { stages } from '../../infra/stages/stages.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { type LocalBucket, startLocalBucket } from '../support/local-bucket.ts';
import { largeNetwork } from '../support/networks/large-network.ts';
import { manifestIn } from '../support/networks/publish-network.ts';
import { forkPublisher } from '../support/processes/forked-publisher.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../support/tables/embedded-tables.ts';
import { storeRows } from '../support/tables/store-tables.ts';
import { resourcesOfType, synthesiseStage } from '../support/templates/synthesised-stage.ts';

const locations = 21_000;

/** The benchmark promises 10 seconds on an idle machine. Other load on shared cores makes the same work take longer. */
const maxProcessorSeconds = 15;
const maxMegabytes = 450;

let database: EmbeddedTables;
let store: LocalBucket;
beforeAll(async () => {
  database = await startEmbeddedTables();
  await storeRows(
    database,
    'capabilities',
    sampleServices.map(({ line }) => capabilityRecord.parse(line)),
  );
  await storeRows(database, 'locations', largeNetwork(locations));
});
afterAll(() => database.close());
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const publisher = z.object({
  MemorySize: z.number(),
  Environment: z.object({ Variables: z.object({ NODE_OPTIONS: z.string() }) }),
});

/** Returns the Node options of the deployed publisher. */
const nodeOptions = (): string[] => {
  const functions = resourcesOfType(synthesiseStage(stages.prod).publishing, 'AWS::Lambda::Function');
  const [found] = [...functions.values()].flatMap(
    ({ Properties }) => publisher.safeParse(Properties).data ?? [],
  );
  if (!found) throw new Error('no function has NODE_OPTIONS');
  return found.Environment.Variables.NODE_OPTIONS.split(' ');
};

// Other processes that share the caches make the same work take longer.
it(`publishing ${locations} locations takes less than ${maxProcessorSeconds} seconds of one core, and less than ${maxMegabytes} MB`, {
  retry: 2,
}, async () => {
  const began = performance.now();
  const { ended, exited } = await forkPublisher(database, store, { nodeOptions: nodeOptions() });
  const { result, processorSeconds, peakMegabytes } = await ended;
  await exited;
  const seconds = (performance.now() - began) / 1_000;
  const { snapshot, full } = await manifestIn(store);
  const sizes = Object.entries(full.exports).map(([format, { bytes }]) => [format, bytes]);
  console.log({
    seconds,
    processorSeconds,
    peakMegabytes,
    snapshot: snapshot.bytes,
    ...Object.fromEntries(sizes),
  });
  expect(result).toMatchObject({ status: 'published', locations });
  expect(processorSeconds).toBeLessThan(maxProcessorSeconds);
  expect(peakMegabytes).toBeLessThan(maxMegabytes);
  expect(snapshot.bytes).toBeLessThan(4_000_000);
});
