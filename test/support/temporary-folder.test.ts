import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const setup = new URL('temporary-folder.ts', import.meta.url).href;

/** Process id beyond the systems' maximum. */
const nobody = 2 ** 30;

let folder: string;
let left: string;
beforeEach(() => {
  // In a folder of the system's own, as in one of another run nothing would be removed.
  folder = mkdtempSync(join(tmpdir().replace(/waypost-tests-.*$/, ''), 'left-folders-'));
  left = join(folder, `waypost-tests-${nobody}-abc`);
  mkdirSync(left);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the set-up in a process that ends at once, after this code. */
const setUp = (before: string) =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${before}\n(await import('${setup}')).default();`],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8', timeout: 20_000 },
  );

it('the folder of a run that was killed is removed, and its own', () => {
  expect(setUp('')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});

it("the folder of another user's run is left, which may not even be sent a signal", () => {
  const forbidden = `process.kill = () => { throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' }); };`;
  expect(setUp(forbidden)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(left)).toBe(true);
});

it('a folder that cannot be removed is in nobodys way', () => {
  const unremovable = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { rmSync } = fs;
    fs.rmSync = (path, options) => {
      if (path.includes('${nobody}')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      rmSync(path, options);
    };
    syncBuiltinESMExports();`;
  expect(setUp(unremovable)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual([`waypost-tests-${nobody}-abc`]);
});
