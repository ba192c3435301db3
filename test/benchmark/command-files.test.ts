import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('npm run bench, given a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-bench-files-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const heading = 'locality,state,postcode,count,latitude,longitude';

  it.each([
    ['--localities', 'a,b\n1,2\n', /The first line of the localities must be locality,state/],
    [
      '--localities',
      `${heading}\nMelbourne,VIC,3000,12,-137.8,144.9\n`,
      /Line 2 of the localities: latitude: Too small/,
    ],
    ['--localities', undefined, /ENOENT/],
    ['--from', '{"format":2}', /format Invalid input: expected 1/],
    ['--from', 'no JSON', /not valid JSON/],
    ['--from', undefined, /ENOENT/],
  ])(
    'ends with 2 and one line where that of %s is %j',
    (option, content, why) => {
      const file = join(folder, content === undefined ? 'missing' : 'given');
      if (content !== undefined) writeFileSync(file, content);
      const bench = join(import.meta.dirname, 'bench.ts');
      const { status, stdout, stderr } = spawnSync(process.execPath, [bench, option, file], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(why);
      expect(stderr).toMatch(/^error: .*\n$/);
    },
    60_000,
  );
});
