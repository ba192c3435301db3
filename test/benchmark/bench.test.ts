import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomPlaces } from './network/benchmark-network.ts';
import { localitiesOfCsv, readLocalities } from './network/localities.ts';
import { type BenchReport, targetOf } from './report/report.ts';
import { type BenchSettings, runBench } from './run-bench.ts';
import { ownName } from './search/contenders.ts';
import { eventToAnswerName } from './search/event-to-answer.ts';

describe('the benchmark of searches and snapshots on small networks, without servers', () => {
  const kept: BenchReport[] = [];
  let report: BenchReport;
  beforeAll(async () => {
    const settings: BenchSettings = {
      localities: readLocalities(),
      sizes: [300, 900],
      networkSize: 3_000,
      parts: ['search', 'snapshot', 'cold-start'],
      rounds: 1,
      searchMilliseconds: 20,
      servers: false,
      centres: 20,
      towns: 20,
      say: (what) => {
        if (what === 'cold-start') throw new Error('the third part fails');
      },
    };
    await expect(runBench(settings, async (found) => void kept.push(found))).rejects.toThrow('third part');
    report = kept.at(-1) ?? expect.fail();
  });

  it('keeps the results of the parts that ran before a failure', () => {
    expect(kept).toHaveLength(2);
    expect(new Set(report.measurements.map(({ part }) => part))).toEqual(new Set(['search', 'snapshot']));
  });

  it('gets the same results from every contender as from brute force', () => {
    expect(new Set(report.checks.map(({ contender }) => contender))).toEqual(
      new Set([ownName, 'geokdbush', 'geoflatbush']),
    );
    for (const { centres, mismatches } of report.checks) {
      expect(centres).toBeGreaterThanOrEqual(5);
      expect(mismatches).toBe(0);
    }
  });

  it('times all contenders and the whole handler at both sizes', () => {
    const timed = report.measurements.filter(({ what }) => what === 'nearest 5 in 50 km');
    expect(timed).toHaveLength(2 * 4);
    expect(timed.filter(({ contender }) => contender === eventToAnswerName)).toHaveLength(2);
    for (const { p50, p99, measured } of timed) {
      expect(p50).toBeGreaterThan(0);
      expect(p99).toBeGreaterThanOrEqual(p50);
      // Minimum number of tasks. On a busy machine, a slow contender may perform no more.
      expect(measured).toBeGreaterThanOrEqual(3);
    }
  });

  const benchFrom = (content: object, ...options: readonly string[]) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'waypost-bench-files-'));
    const file = join(folder.path, 'report.json');
    writeFileSync(file, JSON.stringify(content));
    const given = [join(import.meta.dirname, 'bench.ts'), '--from', file, ...options];
    return spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 60_000 });
  };

  it('is printed again with --from, and with --strict exits with 1 if it missed a target', () => {
    const limit = { part: 'search', what: 'a search', bound: 'at least', promised: 2 } as const;
    const missed = benchFrom({ ...report, targets: [targetOf(limit, 1)] }, '--strict');
    expect(missed.stdout).toMatch(/^Measured .+\n\nTargets\n/);
    expect(missed.status).toBe(1);
    const met = benchFrom({ ...report, targets: [targetOf(limit, 2)] }, '--strict', '--markdown');
    expect(met.stdout).toContain('\n| what | locations | against | measured | promised |  |\n');
    expect(met.status).toBe(0);
  });

  it('causes status 2 and a one-line error if the file is invalid', () => {
    const { status, stdout, stderr } = benchFrom({ ...report, format: 1 });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*format Invalid input: expected 2.*\n$/);
  });
});

describe('a target', () => {
  const limit = { part: 'search', what: 'a search', promised: 4 } as const;

  it('is met at its limit, and missed beyond it or without a measurement', () => {
    const met = (bound: 'at least' | 'at most') =>
      [3.9, 4, 5, Number.NaN].map((measured) => targetOf({ ...limit, bound }, measured).met);
    expect(met('at least')).toEqual([false, true, true, false]);
    expect(met('at most')).toEqual([true, true, false, false]);
  });
});

describe('localities', () => {
  const heading = 'locality,state,postcode,count,latitude,longitude';

  it('are parsed with their names and weights', () => {
    const csv = `${heading}\nMelbourne,VIC,3000,12,-37.8,144.9\n`;
    expect(localitiesOfCsv(csv)).toEqual([
      { suburb: 'Melbourne', state: 'VIC', postcode: '3000', lat: -37.8, lon: 144.9, weight: 12 },
    ]);
    expect(() => localitiesOfCsv('a,b\n1,2\n')).toThrow('must be locality,state');
    expect(() => localitiesOfCsv(`${heading}\nHobart,TAS,7000,12,-137.8,144.9\n`)).toThrow(
      /Line 2 of the localities: .+Too small/,
    );
  });

  it('get places in proportion to their weights, and the same places for the same seed', () => {
    const two = [
      { lat: -37.8, lon: 144.9, weight: 3_000 },
      { lat: -12.4, lon: 130.8, weight: 1_000 },
    ];
    const drawn = randomPlaces(two, 7).take(4_000).toArray();
    const south = drawn.filter(({ lat }) => lat < -30);
    expect(south.length / drawn.length).toBeCloseTo(0.75, 1);
    expect(south.every(({ lat, lon }) => Math.hypot(lat + 37.8, lon - 144.9) < 0.2)).toBe(true);
    expect(randomPlaces(two, 7).take(4_000).toArray()).toEqual(drawn);
    expect(randomPlaces(two, 8).take(1).toArray()).not.toEqual(drawn.slice(0, 1));
  });
});
