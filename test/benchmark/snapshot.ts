import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { median, quantile } from '../support/load/quantile.ts';
import { snapshotOf } from '../support/networks/snapshot-of.ts';
import { benchmarkNetwork, locationsOf } from './network/benchmark-network.ts';
import { wholeNumber } from './report/print-report.ts';
import { holdAgainst, type Measurement, type PartReport, p50Of, type Target } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

/** JSON of more locations exceeds the length of a string. */
const maxLocations = 300_000;
const timesFaster = 20;

const snapshotName = 'snapshot';
const jsonName = 'gunzip and JSON.parse';
const readyName = 'stored network to ready, in a new process';

/** Compares a snapshot, until its first search is answered, with JSON of the same records, until it is parsed. */
export const snapshotPart = async (settings: BenchSettings): Promise<PartReport> => {
  const sizes = settings.sizes.filter((size) => size <= maxLocations);
  const measurements: Measurement[] = [];
  for (const size of sizes) measurements.push(...(await measureSize(size, settings)));
  const targets = sizes.map((size): Target => {
    const p50 = (contender: string) => p50Of(measurements, readyName, contender, size);
    const promise = { part: 'snapshot', what: 'snapshot to ready', size, against: jsonName } as const;
    return holdAgainst(
      { ...promise, bound: 'at least', promised: timesFaster },
      p50(jsonName) / p50(snapshotName),
    );
  });
  return { measurements, checks: [], targets, leftOut: [] };
};

const measureSize = async (size: number, settings: BenchSettings): Promise<Measurement[]> => {
  const { localities, rounds, towns, say } = settings;
  say(`snapshot, ${wholeNumber(size)}`);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-bench-snapshot-'));
  const network = benchmarkNetwork(size, localities.all, towns);
  const files = { [snapshotName]: join(folder.path, 'snapshot'), [jsonName]: join(folder.path, 'json') };
  await writeFile(files[snapshotName], await snapshotOf(locationsOf(network), network.capabilities));
  await writeFile(files[jsonName], gzipSync(JSON.stringify([...locationsOf(network)])));
  const found = new Map<string, z.infer<typeof readiness>[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, file] of Object.entries(files)) {
      found.set(name, [...(found.get(name) ?? []), await makeReady(file, name === snapshotName)]);
    }
  }
  return [...found].flatMap(([contender, all]): Measurement[] => {
    const common = { part: 'snapshot', contender, size, measured: all.length } as const;
    const microseconds = all.map(({ milliseconds }) => milliseconds * 1_000);
    const p99 = quantile(microseconds, 0.99);
    return [{ ...common, what: readyName, unit: 'µs', p50: median(microseconds), p99 }];
  });
};

const readiness = z.object({ milliseconds: z.number() });

const script = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));

/** A new process each time, because cold starts pay for it: code that runs for the first time is part of the cost. */
const makeReady = async (file: string, isSnapshot: boolean) => {
  const given = ['--max-old-space-size=8192', script, isSnapshot ? 'snapshot' : 'json', file];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return readiness.parse(JSON.parse(stdout));
};
