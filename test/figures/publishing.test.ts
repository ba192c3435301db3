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

/**
 * Promised: 10 seconds of one core, and measured 9.4 where nothing else ran. Of cores that others use, the same work was
 * counted as 12.6: the bound is what such a machine still holds.
 */
const mostProcessorSeconds = 15;

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

/** What Node is told in the deployed publisher. */
const nodeOptions = (): string[] => {
  const functions = resourcesOfType(synthesiseStage(stages.prod).publishing, 'AWS::Lambda::Function');
  const [found] = [...functions.values()].flatMap(
    ({ Properties }) => publisher.safeParse(Properties).data ?? [],
  );
  if (!found) throw new Error('no function is told anything of Node');
  return found.Environment.Variables.NODE_OPTIONS.split(' ');
};

// A processor takes longer for the same while others share its caches.
it(`publishing ${locations} locations takes less than ${mostProcessorSeconds} seconds of one core, and less than 400 MB`, {
  retry: 2,
}, async () => {
  const began = performance.now();
  const { ended, exited } = await forkPublisher(database, store, { nodeOptions: nodeOptions() });
  const { result, processorSeconds, peakMegabytes } = await ended;
  await exited;
  const seconds = (performance.now() - began) / 1_000;
  const { catalogues, exports } = await manifestIn(store);
  const sizes = Object.entries(exports).map(([format, { bytes }]) => [format, bytes]);
  console.log({
    seconds,
    processorSeconds,
    peakMegabytes,
    points: catalogues.points.bytes,
    workCentres: catalogues.workCentres.bytes,
    ...Object.fromEntries(sizes),
  });
  expect(result).toMatchObject({ status: 'published', locations });
  expect(processorSeconds).toBeLessThan(mostProcessorSeconds);
  expect(peakMegabytes).toBeLessThan(400);
  expect(catalogues.points.bytes).toBeLessThan(3_000_000);
  expect(catalogues.workCentres.bytes).toBeLessThan(3_000_000);
});
