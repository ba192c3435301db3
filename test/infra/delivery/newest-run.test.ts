import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../run-program.ts';
import { readWorkflow } from './workflow.ts';

const ours = 'a'.repeat(40);
const newer = 'b'.repeat(40);

let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newest-run-'));
  const { look } = (await readWorkflow('newest-run.yml')).jobs;
  expect(look?.outputs).toEqual({ deploys: `\${{ steps.tip.outputs.deploys }}` });
  expect(look?.steps.map(({ id }) => id)).toEqual(['tip']);
  script = look?.steps[0]?.run ?? '';
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the step's script as GitHub does, with a double of `gh` that records its arguments. */
const look = async (response: string, attempt = '1') => {
  const [output, asked] = [join(folder, 'output'), join(folder, 'asked')];
  await Promise.all([output, asked].map((file) => writeFile(file, '')));
  await writeFile(join(folder, 'gh'), `#!/bin/sh\necho "$*" >> ${asked}\n${response}\n`, { mode: 0o755 });
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    GITHUB_OUTPUT: output,
    GITHUB_REF_NAME: 'main',
    GITHUB_REPOSITORY: 'example/waypost',
    GITHUB_RUN_ATTEMPT: attempt,
    GITHUB_SHA: ours,
    STAGE: 'dev',
  };
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const { status, stdout } = await runProgram('bash', args, { env });
  return {
    failed: status !== 0,
    stdout,
    output: await readFile(output, 'utf8'),
    asked: await readFile(asked, 'utf8'),
  };
};

const notice = /^::notice title=dev is left to a newer run::main has moved on to b{40}\..*\n$/;

it.each([
  ['deploys while main is at its commit', `echo ${ours}`, '1', 'deploys=true\n', /^$/],
  [
    'leaves the stage to a newer run, and says so, if main has moved on',
    `echo ${newer}`,
    '1',
    'deploys=false\n',
    notice,
  ],
  ['deploys if it is run again, even if main has moved on', `echo ${newer}`, '2', 'deploys=true\n', /^$/],
  ['fails if GitHub does not respond', 'exit 1', '1', '', /^$/],
])('a run %s', async (_does, response, attempt, output, stdout) => {
  expect(await look(response, attempt)).toEqual({
    failed: response === 'exit 1',
    output,
    stdout: expect.stringMatching(stdout),
    asked: attempt === '1' ? 'api repos/example/waypost/commits/heads/main --jq .sha\n' : '',
  });
});
