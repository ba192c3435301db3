import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installedChromium } from './installed-chromium.ts';

describe('the browser for the browser tests', () => {
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
  const install = async (...place: string[]): Promise<string> => {
    const file = join(folder, ...place);
    await symlink(process.execPath, file);
    return file;
  };

  it('is the program that CHROMIUM names, with or without its folder', async () => {
    const file = await install('far', 'chromium-of-mine');
    expect(installedChromium(file)).toBe(file);
    expect(installedChromium(basename(file))).toBe(file);
  });

  it.each(['/nowhere/chrome', tmpdir(), 'no-such-chromium'])('is missing if CHROMIUM is %s', (named) => {
    expect(() => installedChromium(named)).toThrow(
      new RegExp(`${named}, which is no program[^]+apt-get install chromium-headless-shell`),
    );
  });

  it("is the first of the gate's programs on the PATH, headless if possible", async () => {
    await writeFile(join(folder, 'near', 'google-chrome'), '', { mode: 0o644 });
    await mkdir(join(folder, 'near', 'chromium-headless-shell'));
    const gate = await readFile(new URL('../../.ci/run', import.meta.url), 'utf8');
    const [, names = ''] = /for program in "\$\{CHROMIUM:-\}" (.+); do/.exec(gate) ?? [];
    expect(names.split(' ')).toContain('chromium');
    // Adds programs in reverse order, so that each is preferred over those added before it.
    for (const name of names.split(' ').toReversed()) {
      const file = await install('far', name);
      expect(installedChromium()).toBe(file);
    }
  });
});
