import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const here = import.meta.dirname;
const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');

const config = `
import { retry } from '${here}/retry.ts';
export default { test: { globals: true, retry, reporters: ['${here}/retried-tests-reporter.ts'] } };
`;
const tests = `
let tries = 0;
it('is held up once', () => {
  tries += 1;
  expect(tries, 'too slow').toBe(2);
});
it('passes', () => {});
let found = 0;
it('is wrong for one seed in two', () => {
  found += 1;
  if (found === 1) throw new Error('Property failed after 7 tests');
});
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retries-'));
  await writeFile(join(folder, 'vitest.config.ts'), config);
  await writeFile(join(folder, 'planted.test.ts'), tests);
});
afterAll(() => rm(folder, { recursive: true }));

it('a test that passes when it is tried again is listed with what it failed by; a counterexample stays a failure', async () => {
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], { encoding: 'utf8' });
  const { code, stdout } = await run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout).toContain('Passed only when tried again: 1\n');
  expect(stdout).toContain('planted.test.ts > is held up once\n     too slow: expected 1 to be 2');
  expect(stdout).not.toContain('one seed');
});
