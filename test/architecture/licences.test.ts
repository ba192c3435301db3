import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** Licences that let Waypost be deployed and its client be handed out. Of alternatives, one must be among them. */
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

const entry = z.object({
  license: z.string().default('none'),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
});
const lockfile = z.object({ packages: z.record(z.string(), entry) });

const { packages } = lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
);

describe('licences', () => {
  it.each(['GPL-3.0', 'none', '(AGPL-3.0 OR SSPL-1.0)'])('rejects %s', (licence) => {
    expect(isAccepted(licence)).toBe(false);
  });

  it('accepts every package that is installed for production', () => {
    expect(installed.length).toBeGreaterThan(100);
    const others = installed.filter(([, { license }]) => !isAccepted(license));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('bundles only openapi-fetch into the client, whose licence is packed with it', async () => {
    const { metafile } = await build({
      entryPoints: ['shared/client/index.ts', 'shared/client/node.ts'],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      outdir: 'dist',
      external: ['node:*'],
    });
    const bundled = Object.keys(metafile.inputs).flatMap(
      (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    );
    expect([...new Set(bundled)]).toEqual(['openapi-fetch']);
  });
});
