import { XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from './network/localities.ts';
import { type BenchReport, readBenchReport } from './report/bench-report.ts';
import { latencyPlot } from './report/latency-plot.ts';
import { asMarkdown, asText } from './report/print-tables.ts';
import { runBench } from './run-bench.ts';
import { bruteForceName } from './search/contenders/brute-force.ts';
import { ownName } from './search/contenders/own-index.ts';

describe('the benchmark suite, on small networks and without servers', () => {
  const kept: BenchReport[] = [];
  let report: BenchReport;
  beforeAll(async () => {
    const measuring = runBench(
      {
        localities: readLocalities(),
        sizes: [300, 900],
        parts: ['search', 'handler'],
        rounds: 1,
        servers: false,
        centres: 20,
        sampleTowns: 20,
        say: (what) => {
          if (what === 'handler') throw new Error('the second part fails');
        },
      },
      async (found) => void kept.push(found),
    );
    await expect(measuring).rejects.toThrow('the second part fails');
    const [first] = kept;
    if (first === undefined) throw new Error('nothing was kept');
    report = first;
  });

  it('keeps what was found before a part fails', () => {
    expect(kept).toEqual([report]);
    expect(new Set(report.measurements.map(({ part }) => part))).toEqual(new Set(['search']));
  });

  it('finds every contender to answer as the reference does', () => {
    expect(new Set(report.checks.map(({ contender }) => contender))).toEqual(
      new Set([ownName, bruteForceName, 'geokdbush', 'geoflatbush', 'SQLite R*Tree']),
    );
    for (const { centres, mismatches } of report.checks) {
      expect(centres).toBeGreaterThanOrEqual(10);
      expect(mismatches).toBe(0);
    }
  });

  it('times all of them at both sizes', () => {
    const timed = report.measurements.filter(({ what }) => what === 'nearest 5 in 50 km');
    expect(timed.map(({ contender, size }) => `${contender} ${size}`)).toHaveLength(10);
    for (const { p50, p99, measured } of timed) {
      expect(p50).toBeGreaterThan(0);
      expect(p99).toBeGreaterThanOrEqual(p50);
      // A slow one on a busy machine leaves all but these out.
      expect(measured).toBeGreaterThanOrEqual(3);
    }
  });

  it('writes what can be read again', () => {
    expect(readBenchReport(JSON.stringify(report))).toEqual(report);
    expect(() => readBenchReport(JSON.stringify({ ...report, format: 2 }))).toThrow();
  });

  it('draws a line for each contender of each kind of search', () => {
    const drawing = latencyPlot(report.measurements, ownName);
    expect(XMLValidator.validate(drawing)).toBe(true);
    expect(drawing.match(/<polyline/g)).toHaveLength(3 * 5 + 2 * 2 + 2 + 1);
    expect(drawing).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('prints the targets first, for a terminal and for a page', () => {
    expect(asText(report)).toMatch(/^Measured .+\n\nTargets\n/);
    const [heading] = asMarkdown(report).match(/^\| what .+$/m) ?? [];
    expect(heading).toBe('| what | locations | against | measured | promised |  |');
  });
});
