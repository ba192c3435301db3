import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bareEnvironment } from '../../support/processes/bare-environment.ts';

const app = fileURLToPath(new URL('../../../infra/delivery/app.ts', import.meta.url));

let assembly: string;
beforeAll(async () => {
  assembly = await mkdtemp(join(tmpdir(), 'delivery-synthesis-'));
});
afterAll(() => rm(assembly, { recursive: true }));

/** Runs the app as the CDK's command line does; gives what it says of failures. */
const synthesise = (context: Readonly<Record<string, string>>) =>
  new Promise<{ failed: boolean; stderr: string }>((resolve) => {
    const env = { ...bareEnvironment(), CDK_OUTDIR: assembly, CDK_CONTEXT_JSON: JSON.stringify(context) };
    execFile(process.execPath, [app], { env }, (error, _stdout, stderr) =>
      resolve({ failed: error !== null, stderr }),
    );
  });

const role = z.object({
  Type: z.literal('AWS::IAM::Role'),
  Properties: z.object({
    AssumeRolePolicyDocument: z.object({
      Statement: z.tuple([
        z.object({ Condition: z.object({ StringEquals: z.record(z.string(), z.unknown()) }) }),
      ]),
    }),
  }),
});

/** The subjects of GitHub's tokens that the role is for. */
const subjects = async () => {
  const text = await readFile(join(assembly, 'Waypost-Delivery-GitHub.template.json'), 'utf8');
  const { Resources } = z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text));
  const [found] = Object.values(Resources).flatMap((resource) => role.safeParse(resource).data ?? []);
  const [statement] = found?.Properties.AssumeRolePolicyDocument.Statement ?? [];
  return statement?.Condition.StringEquals['token.actions.githubusercontent.com:sub'];
};

describe('the delivery app', () => {
  it("makes GitHub's role for both stages, or for the one whose account it is", async () => {
    expect(await synthesise({ repository: 'example/waypost' })).toMatchObject({ failed: false });
    expect(await subjects()).toEqual([
      'repo:example/waypost:environment:dev',
      'repo:example/waypost:environment:prod',
    ]);
    expect(await synthesise({ repository: 'example/waypost', stage: 'prod' })).toMatchObject({
      failed: false,
    });
    expect([await subjects()].flat()).toEqual(['repo:example/waypost:environment:prod']);
  });

  it('says which settings there are, where they are wrong, and no stack of calls', async () => {
    const { failed, stderr } = await synthesise({});
    expect(failed).toBe(true);
    for (const setting of ['repository', 'oidcProviderArn', 'connectionArn', 'stage']) {
      expect(stderr).toContain(`-c ${setting}=`);
    }
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
