import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkflow } from './workflow.ts';

const commit = { ours: 'a'.repeat(40), newer: 'b'.repeat(40) };

let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newest-run-'));
  const [look] = (await readWorkflow('newest-run.yml')).jobs.look?.steps ?? [];
  script = look?.run ?? '';
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the step's script as GitHub does, where `gh` is a double that keeps what it is asked. */
const look = async (answer: string, attempt = '1') => {
  const [output, asked] = [join(folder, 'output'), join(folder, 'asked')];
  await Promise.all([output, asked].map((file) => writeFile(file, '')));
  await writeFile(join(folder, 'gh'), `#!/bin/sh\necho "$*" >> ${asked}\n${answer}\n`, { mode: 0o755 });
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    GITHUB_OUTPUT: output,
    GITHUB_REF_NAME: 'main',
    GITHUB_REPOSITORY: 'example/waypost',
    GITHUB_RUN_ATTEMPT: attempt,
    GITHUB_SHA: commit.ours,
    STAGE: 'dev',
  };
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const run = await new Promise<{ failed: boolean; stdout: string }>((resolve) => {
    execFile('bash', args, { env }, (error, stdout) => resolve({ failed: error !== null, stdout }));
  });
  return { ...run, output: await readFile(output, 'utf8'), asked: await readFile(asked, 'utf8') };
};

describe('whether a stage is for this run to deploy', () => {
  it('is so while main is where the run began', async () => {
    expect(await look(`echo ${commit.ours}`)).toEqual({
      failed: false,
      stdout: '',
      output: 'deploys=true\n',
      asked: 'api repos/example/waypost/commits/heads/main --jq .sha\n',
    });
  });

  it('is not so once main has moved on, which is a notice and no failure', async () => {
    const { failed, stdout, output } = await look(`echo ${commit.newer}`);
    expect({ failed, output }).toEqual({ failed: false, output: 'deploys=false\n' });
    expect(stdout).toMatch(/^::notice title=dev is left to a newer run::main has moved on to b{40}\..*\n$/);
  });

  it('is so wherever main is, when somebody runs it again', async () => {
    expect(await look(`echo ${commit.newer}`, '2')).toEqual({
      failed: false,
      stdout: '',
      output: 'deploys=true\n',
      asked: '',
    });
  });

  it('fails where GitHub does not say', async () => {
    expect(await look('exit 1')).toMatchObject({ failed: true, output: '' });
  });

  it('decides over the deployment of each stage', async () => {
    const { jobs } = await readWorkflow('delivery.yml');
    for (const stage of ['dev', 'prod']) {
      expect(jobs[`newest-for-${stage}`]?.uses).toBe('./.github/workflows/newest-run.yml');
      expect(jobs[stage]?.if).toBe(`needs.newest-for-${stage}.outputs.deploys == 'true'`);
    }
    const { jobs: looking } = await readWorkflow('newest-run.yml');
    expect(looking.look?.outputs).toEqual({ deploys: `\${{ steps.tip.outputs.deploys }}` });
    expect(looking.look?.steps.map(({ id }) => id)).toEqual(['tip']);
  });
});
