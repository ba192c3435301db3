import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchReport } from './report/report.ts';

describe('npm run bench, given a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-bench-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const bench = (given: readonly string[], cwd: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'bench.ts'), ...given], {
      cwd,
      encoding: 'utf8',
      timeout: 60_000,
    });

  const heading = 'locality,state,postcode,count,latitude,longitude';

  it.each([
    ['--localities', 'a,b\n1,2\n', /The first line of the localities must be locality,state/],
    [
      '--localities',
      `${heading}\nMelbourne,VIC,3000,12,-137.8,144.9\n`,
      /Line 2 of the localities: latitude: Too small/,
    ],
    ['--localities', undefined, /ENOENT/],
    ['--from', '{"format":1}', /format Invalid input: expected 2/],
    ['--from', 'no JSON', /not valid JSON/],
    ['--from', undefined, /ENOENT/],
  ])('ends with 2 and one line if the file of %s has %j', (option, content, why) => {
    const file = join(folder, content === undefined ? 'missing' : 'given');
    if (content !== undefined) writeFileSync(file, content);
    const { status, stdout, stderr } = bench([option, file], folder);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(stderr).toMatch(/^error: .*\n$/);
  });

  const reportWith = (met: boolean): BenchReport => ({
    format: 2,
    measuredAt: '2026-01-01T00:00:00.000Z',
    machine: { processor: 'one', cores: 1, memoryMegabytes: 1, node: 'v24', platform: 'linux' },
    localities: 'some',
    rounds: 1,
    measurements: [],
    checks: [],
    targets: [
      {
        part: 'search',
        what: 'a search',
        against: 'another',
        unit: '×',
        measured: 1,
        bound: 'at least',
        promised: 1,
        met,
      },
    ],
    leftOut: [],
  });

  it('prints a previous run, and with --strict ends with 1 if it missed a target', () => {
    const file = join(folder, 'report.json');
    const statusOf = (met: boolean) => {
      writeFileSync(file, JSON.stringify(reportWith(met)));
      const { status, stdout } = bench(['--from', file, '--strict'], folder);
      expect(stdout).toContain('Targets');
      return status;
    };
    expect([statusOf(true), statusOf(false)]).toEqual([0, 1]);
  });
});
