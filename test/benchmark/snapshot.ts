import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { snapshotOf } from '../support/networks/stored-publication.ts';
import { interleaved } from './measure.ts';
import { benchmarkNetwork, locationsOf } from './network/benchmark-network.ts';
import { wholeNumber } from './report/print-report.ts';
import { type Measurement, type PartReport, p50Of, targetOf } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

/** The JSON of more locations would exceed the maximum length of a string. */
const maxLocations = 300_000;
const timesFaster = 20;

const snapshotName = 'snapshot';
const jsonName = 'gunzip and JSON.parse';
const readyName = 'loading a stored network in a new process';

/** Compares the time to a snapshot's first search result with the time to parse the JSON of the same records. */
export const snapshotPart = async (settings: BenchSettings): Promise<PartReport> => {
  const sizes = settings.sizes.filter((size) => size <= maxLocations);
  const measurements: Measurement[] = [];
  for (const size of sizes) measurements.push(...(await measureSize(size, settings)));
  const targets = sizes.map((size) => {
    const [snapshot = 0, json = 0] = [snapshotName, jsonName].map((contender) =>
      p50Of(measurements, readyName, contender, size),
    );
    const limit = { part: 'snapshot', what: 'snapshot to ready', size, against: jsonName } as const;
    return targetOf({ ...limit, bound: 'at least', promised: timesFaster }, json / snapshot);
  });
  return { measurements, targets };
};

const measureSize = async (size: number, settings: BenchSettings): Promise<Measurement[]> => {
  const { localities, rounds, towns, say } = settings;
  say(`snapshot, ${wholeNumber(size)}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-snapshot-'));
  const network = benchmarkNetwork(size, localities.all, towns);
  const files = { [snapshotName]: join(folder.path, 'snapshot'), [jsonName]: join(folder.path, 'json') };
  await writeFile(files[snapshotName], await snapshotOf(locationsOf(network), network.capabilities));
  await writeFile(files[jsonName], gzipSync(JSON.stringify([...locationsOf(network)])));
  return await interleaved(
    { part: 'snapshot', what: readyName, size },
    Object.entries(files).map(([name, file]) => ({ name, run: () => openInProcess(file, name) })),
    () => ['once'],
    { rounds, budgetMilliseconds: 0, minTasks: 1 },
  );
};

const opened = z.object({ milliseconds: z.number() });
const script = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));

/** Uses a new process, because cold starts include the first execution of all code. */
const openInProcess = async (file: string, contender: string): Promise<number> => {
  const given = ['--max-old-space-size=8192', script, contender === snapshotName ? 'snapshot' : 'json', file];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return opened.parse(JSON.parse(stdout)).milliseconds * 1_000;
};
