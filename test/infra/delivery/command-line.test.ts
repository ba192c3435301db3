import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const folder = fileURLToPath(new URL('../../../infra/delivery/command-line/', import.meta.url));
/** On no machine of AWS, and without a configuration. */
const nowhere = { AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
const failure = z.object({ code: z.int() });

const run = (command: 'deploy' | 'diff', args: readonly string[], environment: Record<string, string> = {}) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...nowhere, ...environment };
    execFile(process.execPath, [`${folder}${command}.ts`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? failure.parse(error).code : 0, stdout, stderr }),
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
    expect(await shown('deploy', 'prod', '--app', 'cdk.out', '--yes', '--outputs-file', 'out.json')).toBe(
      "npx cdk deploy 'Waypost-Prod-*' --app cdk.out --outputs-file out.json --require-approval never",
    );
    expect(await shown('diff', 'dev', '--app', 'an assembly', '--profile', 'mine')).toBe(
      "npx cdk diff 'Waypost-Dev-*' --app 'an assembly' --profile mine",
    );
  });

  it('look at no alarm where they are told so, which is said to a synthesis and not to an assembly', async () => {
    expect(await shown('deploy', 'prod', '--despite-alarms', '--yes')).toBe(
      "npx cdk deploy 'Waypost-Prod-*' -c stage=prod --strict -c despiteAlarms=true --require-approval never",
    );
    const contradiction = await run('deploy', ['prod', '--despite-alarms', '--app', 'cdk.out', '--dry-run']);
    expect(contradiction).toMatchObject({ status: 1, stdout: '' });
    expect(contradiction.stderr).toContain("'--despite-alarms' cannot be used with option '--app");
  });

  it('know the stages that are on AWS, and where local is', async () => {
    const unknown = await run('deploy', ['production']);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('dev and prod');
    expect((await run('diff', ['local'])).stderr).toContain('npm start');
    expect((await run('diff', [])).stderr).toContain("missing required argument 'stage'");
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

  it('explain themselves', async () => {
    const { status, stdout } = await run('deploy', ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('npx cdk bootstrap');
    expect(stdout).toContain('--outputs-file');
    expect(stdout).toMatch(/--despite-alarms +look at no alarm/);
  });
});
