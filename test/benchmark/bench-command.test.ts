import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchReport, targetOf } from './report/report.ts';

describe('npm run bench with a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-bench-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const bench = (...given: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'bench.ts'), ...given], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });

  const heading = 'locality,state,postcode,count,latitude,longitude';

  it.each([
    ['--localities', 'a,b\n1,2\n', /The first line of the localities must be locality,state/],
    [
      '--localities',
      `${heading}\nHobart,TAS,7000,12,-137.8,144.9\n`,
      /Line 2 of the localities: .+Too small/,
    ],
    ['--localities', undefined, /ENOENT/],
    ['--from', '{"format":1}', /format Invalid input: expected 2/],
    ['--from', 'no JSON', /not valid JSON/],
    ['--from', undefined, /ENOENT/],
  ])('exits with 2 and a one-line error if the file for %s contains %j', (option, content, error) => {
    const file = join(folder, content === undefined ? 'missing' : 'given');
    if (content !== undefined) writeFileSync(file, content);
    const { status, stdout, stderr } = bench(option, file);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(error);
    expect(stderr).toMatch(/^error: .*\n$/);
  });

  it('prints a previous run, and with --strict exits with 1 if it missed a target', () => {
    const file = join(folder, 'report.json');
    const statusWith = (measured: number) => {
      const report: BenchReport = {
        format: 2,
        measuredAt: '2026-01-01T00:00:00.000Z',
        machine: { processor: 'one', cores: 1, memoryMegabytes: 1, node: 'v24', platform: 'linux' },
        localities: 'some',
        rounds: 1,
        measurements: [],
        checks: [],
        targets: [targetOf({ part: 'search', what: 'a search', bound: 'at least', promised: 2 }, measured)],
      };
      writeFileSync(file, JSON.stringify(report));
      const { status, stdout } = bench('--from', file, '--strict');
      expect(stdout).toContain('Targets');
      return status;
    };
    expect([statusWith(2), statusWith(1)]).toEqual([0, 1]);
  });
});
