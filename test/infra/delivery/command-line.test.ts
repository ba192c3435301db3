import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bareEnvironment } from '../../support/processes/bare-environment.ts';

const folderOfCommands = fileURLToPath(new URL('../../../infra/delivery/command-line/', import.meta.url));
let assembly: string;
beforeAll(async () => {
  assembly = await mkdtemp(join(tmpdir(), 'an assembly '));
  await writeFile(join(assembly, 'manifest.json'), '{}');
});
afterAll(() => rm(assembly, { recursive: true }));

/** On no machine of AWS, and without a configuration. */
const nowhere = { AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
const failure = z.object({ code: z.int() });

const run = (command: 'deploy' | 'diff', args: readonly string[], environment: Record<string, string> = {}) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...bareEnvironment(), ...nowhere, ...environment };
    execFile(
      process.execPath,
      [`${folderOfCommands}${command}.ts`, ...args],
      { env },
      (error, stdout, stderr) => resolve({ status: error ? failure.parse(error).code : 0, stdout, stderr }),
    );
  });

const shown = async (command: 'deploy' | 'diff', ...args: readonly string[]) => {
  const { status, stdout, stderr } = await run(command, [...args, '--dry-run']);
  expect(status, stderr).toBe(0);
  return stdout.trim();
};

describe('npm run deploy and npm run diff', () => {
  it('are about one stage, synthesised afresh and strictly', async () => {
    expect(await shown('deploy', 'dev')).toBe("npx cdk deploy 'Waypost-Dev-*' -c stage=dev --strict");
    expect(await shown('diff', 'prod')).toBe("npx cdk diff 'Waypost-Prod-*' -c stage=prod --strict");
  });

  it('take an assembly as it is, a profile, a file for outputs, and nobody to ask', async () => {
    expect(await shown('deploy', 'prod', '--app', assembly, '--yes', '--outputs-file', 'out.json')).toBe(
      `npx cdk deploy 'Waypost-Prod-*' --app '${assembly}' --outputs-file out.json --require-approval never`,
    );
    expect(await shown('diff', 'dev', '--app', assembly, '--profile', 'mine')).toBe(
      `npx cdk diff 'Waypost-Dev-*' --app '${assembly}' --profile mine`,
    );
  });

  it('take no folder for an assembly that is none, which the CDK would run as a command', async () => {
    for (const folder of ['/nonexistent', folderOfCommands]) {
      const { status, stdout, stderr } = await run('deploy', ['dev', '--app', folder, '--dry-run']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(`error: there is no assembly in ${folder}: it has no manifest.json.`);
    }
  });

  it('look at no alarm where they are told so, which is said to a synthesis and not to an assembly', async () => {
    expect(await shown('deploy', 'prod', '--despite-alarms', '--yes')).toBe(
      "npx cdk deploy 'Waypost-Prod-*' -c stage=prod --strict -c despiteAlarms=true --require-approval never",
    );
    const contradiction = await run('deploy', ['prod', '--despite-alarms', '--app', assembly, '--dry-run']);
    expect(contradiction).toMatchObject({ status: 2, stdout: '' });
    expect(contradiction.stderr).toContain("'--despite-alarms' cannot be used with option '--app");
  });

  it('know the stages that are on AWS, and where local is', async () => {
    const unknown = await run('deploy', ['production']);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toMatch(/^error: there is no stage production\. The stages are dev and prod;/);
    expect((await run('diff', ['local'])).stderr).toContain('npm start');
    const none = await run('diff', []);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain("missing required argument 'stage'");
  });

  it('ask for a region and for credentials before they do anything, and say where both come from', async () => {
    const placeless = await run('deploy', ['dev']);
    expect(placeless.status).toBe(1);
    expect(placeless.stderr).toContain('export AWS_REGION=');
    const strange = await run('diff', ['dev'], { AWS_REGION: 'eu-west-1' });
    expect(strange.status).toBe(1);
    expect(strange.stderr).toContain('aws sso login');
    expect(placeless.stdout + strange.stdout).toBe('');
  });

  it('say that a profile is not there, whether it is named by an option or by a variable', async () => {
    const place = { AWS_REGION: 'eu-west-1' };
    for (const { status, stderr } of [
      await run('diff', ['dev', '--profile', 'nope']),
      await run('diff', ['dev', '--profile', 'nope'], place),
      await run('deploy', ['dev'], { AWS_PROFILE: 'nope', ...place }),
    ]) {
      expect(status).toBe(1);
      expect(stderr).toContain('no profile nope');
      expect(stderr).toContain('aws configure list-profiles');
    }
  });

  it('explain themselves', async () => {
    const { status, stdout } = await run('deploy', ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('npx cdk bootstrap');
    expect(stdout).toContain('--outputs-file');
    expect(stdout).toMatch(/--despite-alarms +look at no alarm/);
  });
});
