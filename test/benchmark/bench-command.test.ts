import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  const reportOf = (sizes: readonly number[]): BenchReport => ({
    format: 2,
    measuredAt: '2026-01-01T00:00:00.000Z',
    machine: { processor: 'one', cores: 1, memoryMegabytes: 1, node: 'v24', platform: 'linux' },
    localities: 'some',
    rounds: 1,
    measurements: sizes.map((size) => ({
      part: 'search',
      what: 'a search',
      contender: 'one',
      size,
      unit: 'µs',
      p50: size,
      measured: 1,
    })),
    checks: [],
    targets: [],
    leftOut: [],
  });

  it.each([
    [[300, 900], ['--plot', 'drawing.svg'], ['drawing.svg']],
    [[300, 900], ['--plot'], [join('docs', 'search-latency.svg')]],
    [[300, 900], [], []],
    [[300], ['--plot'], []],
  ])('draws a previous run of sizes %j only with the option: %j', (sizes, asked, drawn) => {
    const directory = mkdtempSync(join(folder, 'run-'));
    mkdirSync(join(directory, 'docs'));
    writeFileSync(join(directory, 'report.json'), JSON.stringify(reportOf(sizes)));
    expect(bench(['--from', 'report.json', ...asked], directory).status).toBe(0);
    const found = globSync('**/*.svg', { cwd: directory });
    expect(found).toEqual(drawn);
    for (const file of found) {
      expect(readFileSync(join(directory, file), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
    }
  });
});
