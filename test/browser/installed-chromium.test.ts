import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installedChromium } from './installed-chromium.ts';

describe('the browser of the browser tests', () => {
  it('is the one that the variable names', () => {
    expect(installedChromium(process.execPath)).toBe(process.execPath);
  });

  it('is asked for with the way to get it where the variable names nothing that runs', () => {
    expect(() => installedChromium('/nowhere/chrome')).toThrow('apt-get install chromium-headless-shell');
  });

  it('is asked for where the variable names a folder', () => {
    expect(() => installedChromium(tmpdir())).toThrow(`${tmpdir()}, which is no program`);
  });

  it('is asked for where a name is nowhere along the PATH', () => {
    expect(() => installedChromium('no-such-chromium')).toThrow('no-such-chromium, which is no program');
  });
});

describe('the browser of a PATH', () => {
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

  it('is the one without windows, wherever on it that is', async () => {
    await install('near', 'chromium');
    expect(installedChromium()).toBe(join(folder, 'near', 'chromium'));
    const better = await install('far', 'chromium-headless-shell');
    expect(installedChromium()).toBe(better);
  });

  it('is no file that does not run, and no folder', async () => {
    await writeFile(join(folder, 'near', 'chromium'), '', { mode: 0o644 });
    await mkdir(join(folder, 'near', 'chromium-headless-shell'));
    const runs = await install('far', 'chromium');
    expect(installedChromium()).toBe(runs);
  });

  it('may be named without its folder', async () => {
    const file = await install('far', 'chromium-of-mine');
    expect(installedChromium(basename(file))).toBe(file);
  });

  it('goes by every name for which the gate installs none', async () => {
    const gate = await readFile(new URL('../../.ci/run', import.meta.url), 'utf8');
    const [, names = ''] = /for program in "\$\{CHROMIUM:-\}" (.+); do/.exec(gate) ?? [];
    expect(names.split(' ')).toContain('chromium');
    for (const name of names.split(' ')) {
      const file = await install('near', name);
      expect(installedChromium()).toBe(file);
      await rm(file);
    }
  });
});
