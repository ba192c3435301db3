import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../support/stack/run-waypost.ts';
import { runScript } from '../run-program.ts';

let assembly: string;
beforeAll(async () => {
  assembly = await mkdtemp(join(tmpdir(), 'delivery-synthesis-'));
});
afterAll(() => rm(assembly, { recursive: true }));

/** Runs the app as the CDK CLI does. */
const synthesise = (context: Readonly<Record<string, string>>) =>
  runScript('infra/delivery/app.ts', [], {
    ...bareEnvironment(),
    // `npm run synth:delivery` checks the templates.
    CDK_VALIDATION: 'false',
    CDK_OUTDIR: assembly,
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });

describe('the delivery app', () => {
  it.each([
    [{}, ['dev', 'prod']],
    [{ stage: 'prod' }, ['prod']],
  ])(
    "with the context %o, synthesises GitHub's roles and deployment policies for %j",
    async (context, names) => {
      const repository = 'example/waypost';
      const { status } = await synthesise({ repository, repositoryId: '67890', ...context });
      expect(status).toBe(0);
      const template = await readFile(join(assembly, 'Waypost-Delivery-GitHub.template.json'), 'utf8');
      const subjects = [...template.matchAll(/"repo:([^"]+)"/g)].map(([, subject]) => subject);
      expect(subjects).toEqual(names.map((name) => `${repository}:environment:${name}`));
      const { stacks } = new CloudAssembly(assembly);
      expect(stacks.map(({ stackName }) => stackName).toSorted()).toEqual([
        'Waypost-Delivery-GitHub',
        ...names.map((name) => `Waypost-${name === 'dev' ? 'Dev' : 'Prod'}-Permissions`),
      ]);
      // These stacks must not need a bootstrap, because the bootstrap needs their policies.
      for (const { assets, assumeRoleArn } of stacks) {
        expect({ assets, assumeRoleArn }).toEqual({ assets: [], assumeRoleArn: undefined });
      }
    },
  );

  it('rejects missing settings without a stack trace', async () => {
    const { status, stderr } = await synthesise({});
    expect(status).toBe(1);
    expect(stderr).toContain('repository is missing');
    expect(stderr).toContain('repositoryId is missing');
    for (const name of ['oidcProviderArn', 'connectionArn', 'stage']) expect(stderr).toContain(`-c ${name}=`);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
