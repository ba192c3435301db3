import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installedChromium } from './installed-chromium.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'));
  for (const each of ['near', 'far']) await mkdir(join(folder, each));
  vi.stubEnv('PATH', [join(folder, 'near'), join(folder, 'far')].join(delimiter));
  vi.stubEnv('CHROMIUM', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it.each(['/nowhere/chrome', tmpdir(), 'no-such-chromium'])('rejects CHROMIUM=%s', (named) => {
  const message = new RegExp(`${named}, which is no program[^]+apt-get install chromium-headless-shell`);
  expect(() => installedChromium(named)).toThrow(message);
});

it("finds CHROMIUM, or the first of the gate's programs on the PATH, headless if possible", async () => {
  await writeFile(join(folder, 'near', 'google-chrome'), '', { mode: 0o644 });
  await mkdir(join(folder, 'near', 'chromium-headless-shell'));
  const gate = await readFile(new URL('../../.ci/run', import.meta.url), 'utf8');
  const [, names = ''] = /for program in "\$\{CHROMIUM:-\}" (.+); do/.exec(gate) ?? [];
  expect(names.split(' ')).toContain('chromium');
  // Adds programs in reverse order, so that each is preferred over those added before it.
  for (const name of names.split(' ').toReversed()) {
    const file = join(folder, 'far', name);
    await symlink(process.execPath, file);
    for (const named of [undefined, name, file]) expect(installedChromium(named)).toBe(file);
  }
});
