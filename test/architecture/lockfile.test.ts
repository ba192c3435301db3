import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** List of names. npm writes a string if there is only one name. */
const names = z.union([z.array(z.string()), z.string().transform((name) => [name])]).optional();
const lockedPackage = z.object({
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  os: names,
  cpu: names,
  libc: names,
});
type LockedPackage = z.infer<typeof lockedPackage>;

const text = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), lockedPackage) }).parse(JSON.parse(text));
const downloaded = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path !== '' && !link && !inBundle,
);
const unproven = downloaded.filter(([, { integrity }]) => integrity === undefined);

/** Whether the gate or a deployment installs the package. Both run on Linux with glibc, on x64 or arm64. */
const isInstalledThere = ({ os, cpu, libc }: LockedPackage): boolean =>
  (os?.includes('linux') ?? true) &&
  (cpu?.some((each) => each === 'x64' || each === 'arm64') ?? true) &&
  (libc?.includes('glibc') ?? true);

describe('the lockfile', () => {
  it('has a checksum for every package that the gate or a deployment installs', () => {
    expect(downloaded.length).toBeGreaterThan(400);
    expect(unproven.filter(([, entry]) => isInstalledThere(entry)).map(([path]) => path)).toEqual([]);
  });

  it('lacks checksums only for development tools on other platforms', () => {
    for (const [path, { dev, optional }] of unproven) {
      expect({ path, dev, optional }).toEqual({ path, dev: true, optional: true });
      expect(path).toMatch(/^node_modules\/(@biomejs\/cli-|@oxc-parser\/binding-|lefthook-)/);
    }
  });

  it('uses only strong checksums', () => {
    const checksums = downloaded.flatMap(([, { integrity }]) => integrity ?? []);
    expect(checksums.filter((each) => !/^sha512-[\w+/]{86}==$/.test(each))).toEqual([]);
  });

  it('contains no registry URLs, so that each machine uses its own registry', () => {
    expect(downloaded.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
