import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { bareEnvironment } from '../../support/stack/run-waypost.ts';
import { runScript } from '../run-program.ts';
import { startAwsDouble } from './aws-double.ts';

/** Assembly without stacks, which the CDK rejects before it deploys anything. */
let assembly: string;
beforeAll(async () => {
  assembly = await mkdtemp(join(tmpdir(), 'an assembly '));
  await writeFile(join(assembly, 'manifest.json'), '{}');
});
afterAll(() => rm(assembly, { recursive: true }));

/** Runs a command as npm does, on a machine without any AWS configuration. */
const run = (args: readonly string[], environment: Record<string, string> = {}) => {
  const nowhere = { AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nonexistent' };
  return runScript('infra/delivery/deliver.ts', args, { ...bareEnvironment(), ...nowhere, ...environment });
};

describe('npm run deploy and npm run diff', () => {
  it.each<[string[], string]>([
    [['deploy', 'dev'], "deploy 'Waypost-Dev-*' -c stage=dev --strict"],
    [
      ['diff', 'dev', '--app', 'ASSEMBLY', '--profile', 'mine'],
      "diff 'Waypost-Dev-*' --app 'ASSEMBLY' --profile mine",
    ],
    [
      ['deploy', 'prod', '--despite-alarms', '--outputs-file', 'out.json', '--yes'],
      "deploy 'Waypost-Prod-*' -c stage=prod --strict -c despiteAlarms=true --outputs-file out.json --require-approval never",
    ],
  ])('%j runs cdk %s', async (args, command) => {
    const withAssembly = (text: string) => text.replace('ASSEMBLY', assembly);
    expect(await run([...args.map(withAssembly), '--dry-run'])).toEqual({
      status: 0,
      stdout: `npx cdk ${withAssembly(command)}\n`,
      stderr: '',
    });
  });

  it.each<[string[], string | RegExp]>([
    [['deploy', 'production'], /^error: unknown stage: production\. The stages are dev and prod;/],
    [['diff', 'local'], /^error: the stage local .* npm start/],
    // The CDK would run the value as a command.
    [['diff', 'dev', '--app', 'infra'], 'error: there is no assembly in infra: it has no manifest.json.'],
    [
      ['deploy', 'prod', '--despite-alarms', '--app', 'ASSEMBLY'],
      "'--despite-alarms' cannot be used with option '--app",
    ],
  ])('%j is rejected with exit code 2', async (args, message) => {
    const { status, stdout, stderr } = await run(args.map((arg) => arg.replace('ASSEMBLY', assembly)));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('without the profile, explains the remedy and exits with 1', async () => {
    const { status, stderr } = await run(['diff', 'dev', '--profile', 'nope'], { AWS_REGION: 'eu-west-1' });
    expect(status).toBe(1);
    expect(stderr).toContain('no profile nope');
  });

  it('deploy stops before the CDK if the concurrency quota is too small', async () => {
    const { environment } = await startAwsDouble({ quota: 10 });
    const { status, stderr } = await run(['deploy', 'prod', '--app', assembly], environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Lambda's concurrent executions quota in eu-west-1 is 10/);
    expect(stderr).not.toContain('cdk ended');
  });

  it('deploy continues if the quota is unknown, but rejects prod if no address is set for its alarms', async () => {
    // Synthesis allows this, so that prod can be tested before anybody is on duty.
    expect(stages.prod.alarmEmails).toEqual({ page: [], ticket: [] });
    const { environment } = await startAwsDouble({});
    const { status, stderr } = await run(['deploy', 'prod', '--app', assembly], environment);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Lambda's .*quota[\s\S]* could not be read: .*you may not\nprod lacks an address for pages or tickets, .*\. Set alarmEmails of prod in infra\/stages\/stages\.ts\.\n$/,
    );
  });

  it('diff reports why the CDK failed, and does not read the quota', async () => {
    const { asked, environment } = await startAwsDouble({ quota: 10 });
    const unreachable = { ...environment, AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' };
    const { status, stderr } = await run(['diff', 'prod', '--app', assembly], unreachable);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /cdk ended with 1\.\nAWS cannot be reached in eu-west-1: .*ECONNREFUSED.*\n.*AWS_ENDPOINT_URL/,
    );
    expect(asked.filter((each) => each.includes('account-settings'))).toEqual([]);
  });
});
