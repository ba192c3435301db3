import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalBucket } from '../support/local-bucket.ts';
import { manifestIn } from '../support/networks/publish-network.ts';
import { forkDeployedPublisher } from '../support/processes/deployed-publisher.ts';
import { startEmbeddedTables } from '../support/tables/embedded-tables.ts';
import { storeRows } from '../support/tables/store-tables.ts';
import { benchmarkNetwork, locationsOf } from './network/benchmark-network.ts';
import { wholeNumber } from './report/print-report.ts';
import { type Measurement, type PartReport, p50Of, targetOf } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

/** With more locations, filling the tables would take an hour. */
const maxLocations = 300_000;

const timeName = 'a publication, from the tables to the manifest';
const memoryName = 'peak memory of the publisher';
const contender = 'publisher';

const limits = [
  { size: 21_000, unit: 's', promised: 10, of: timeName },
  { size: 21_000, unit: 'MB', promised: 450, of: memoryName },
  { size: 300_000, unit: 'MB', promised: 4_096, of: memoryName },
];

export const publishPart = async (settings: BenchSettings): Promise<PartReport> => {
  const sizes = settings.sizes.filter((size) => size <= maxLocations);
  const measurements: Measurement[] = [];
  for (const size of sizes) measurements.push(...(await publishOnce(size, settings)));
  const targets = limits
    .filter(({ size }) => sizes.includes(size))
    .map(({ of, ...limit }) =>
      targetOf(
        { ...limit, part: 'publish', what: 'publication', bound: 'at most' },
        p50Of(measurements, of, contender, limit.size),
      ),
    );
  return { measurements, targets };
};

const publishOnce = async (
  size: number,
  { localities, towns, say }: BenchSettings,
): Promise<Measurement[]> => {
  say(`publish, ${wholeNumber(size)}: filling the tables`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-publisher-'));
  await using stop = new AsyncDisposableStack();
  const database = await startEmbeddedTables();
  stop.defer(() => database.close());
  const store = await startLocalBucket();
  stop.defer(() => store.close());
  const network = benchmarkNetwork(size, localities.all, towns);
  await storeRows(database, 'capabilities', network.capabilities);
  await storeRows(database, 'locations', [...locationsOf(network)]);
  say(`publish, ${wholeNumber(size)}: publishing`);
  const publisher = await forkDeployedPublisher(database, store, folder.path);
  stop.defer(() => publisher.stop());
  const began = performance.now();
  const { processorMilliseconds, peakMegabytes } = await publisher.answer([{ reason: 'benchmark' }]);
  const seconds = (performance.now() - began) / 1_000;
  const { counts, snapshot, full } = await manifestIn(store);
  if (counts.locations !== size) throw new Error(`only ${counts.locations} locations were published`);
  const files = [snapshot, ...Object.values(full.exports)];
  const storedMegabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const common = { part: 'publish', contender, size, measured: 1 } as const;
  const processor = 'its processor time';
  return [
    { ...common, what: timeName, unit: 's', p50: seconds },
    { ...common, what: timeName, contender: processor, unit: 's', p50: processorMilliseconds / 1_000 },
    { ...common, what: memoryName, unit: 'MB', p50: peakMegabytes },
    { ...common, what: 'files of a version, as stored', unit: 'MB', p50: storedMegabytes },
  ];
};
