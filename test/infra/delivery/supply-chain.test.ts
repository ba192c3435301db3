import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

const readLockfile = async () => {
  const { packages } = lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  return Object.entries(packages).filter(([path]) => path !== '');
};

describe('the dependencies', () => {
  it('have an integrity hash in the lockfile, unless they are bundled in another package', async () => {
    const all = await readLockfile();
    expect(all.length).toBeGreaterThan(100);
    const unhashed = all.filter(
      ([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ''),
    );
    expect(unhashed.map(([path]) => path)).toEqual([]);
  });

  it('do not run install scripts, and work without them', async () => {
    expect((await readFile('.npmrc', 'utf8')).split('\n')).toEqual(
      expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']),
    );
    const withScripts = (await readLockfile()).filter(([, { hasInstallScript }]) => hasInstallScript);
    // esbuild's script only speeds up the start of its program. lefthook's would install Git hooks.
    expect(withScripts.map(([path]) => path)).toEqual(['node_modules/esbuild', 'node_modules/lefthook']);
  });

  it('are updated by Dependabot a week after their release', async () => {
    const dependabot = z.object({
      version: z.literal(2),
      updates: z.array(
        z.looseObject({
          'package-ecosystem': z.string(),
          directory: z.literal('/'),
          cooldown: z.strictObject({ 'default-days': z.int().min(7) }),
        }),
      ),
    });
    const { updates } = dependabot.parse(parse(await readFile('.github/dependabot.yml', 'utf8')));
    expect(updates.map((each) => each['package-ecosystem'])).toEqual(['npm', 'github-actions']);
  });
});
