import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { requireConcurrency } from '../../../infra/delivery/command-line/concurrency-quota.ts';
import { heldConcurrency } from '../../../infra/delivery/command-line/held-concurrency.ts';
import { listen } from '../../../infra/local/http/listening.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { bareEnvironment } from '../../support/processes/bare-environment.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const account = '111122223333';
const { prod } = stages;

/** What STS answers. */
const whoseKey = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
<Arn>arn:aws:iam::${account}:user/deployer</Arn><UserId>AIDA</UserId><Account>${account}</Account>
</GetCallerIdentityResult></GetCallerIdentityResponse>`;

/** What Lambda answers; undefined where whoever asks may not. */
let quota: number | undefined;
let asked: string[];
let notes: string[];
let aws: Record<string, string>;
let stop: () => void;

beforeEach(async () => {
  [quota, asked, notes] = [1000, [], []];
  const server = createServer(({ method, url, headers }, response) => {
    const [, key, region] = /Credential=([^/]+)\/\d+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    asked.push(`${key} in ${region}: ${method} ${url}`);
    if (method === 'POST') {
      response.setHeader('content-type', 'text/xml').end(whoseKey);
      return;
    }
    if (quota === undefined) {
      response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ Message: 'you may not' }));
    } else {
      response.writeHead(200).end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: quota } }));
    }
  });
  stop = () => server.close().closeAllConnections();
  const endpoint = await listen(server, 0, '127.0.0.1');
  aws = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1',
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    AWS_ENDPOINT_URL_STS: endpoint,
  };
  for (const [name, value] of Object.entries(aws)) vi.stubEnv(name, value);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0);
});
afterEach(() => {
  stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const question = 'GET /2016-08-19/account-settings';
const inRegion = (region: string, accountId = account): StageSettings => ({
  ...prod,
  environment: { account: accountId, region },
});

describe('the concurrent executions that a stage holds', () => {
  it('are those that its functions reserve and those that are kept warm', () => {
    // The CDK's own rules take long over a whole stage; the synthesis of the gate asks them.
    vi.stubEnv('CDK_VALIDATION', 'false');
    const stage = { ...prod, provisionedConcurrency: { authoriser: 3, catalogue: 2 } };
    const { api, publishing } = synthesiseStage(stage);
    const counted = z.object({
      ReservedConcurrentExecutions: z.int().default(0),
      ProvisionedConcurrencyConfig: z
        .object({ ProvisionedConcurrentExecutions: z.int() })
        .default({ ProvisionedConcurrentExecutions: 0 }),
    });
    const held = [api, publishing]
      .flatMap((template) => [
        ...resourcesOfType(template, 'AWS::Lambda::Function'),
        ...resourcesOfType(template, 'AWS::Lambda::Alias'),
      ])
      .map(([, { Properties }]) => counted.parse(Properties))
      .map(
        ({ ReservedConcurrentExecutions, ProvisionedConcurrencyConfig }) =>
          ReservedConcurrentExecutions + ProvisionedConcurrencyConfig.ProvisionedConcurrentExecutions,
      );
    expect(heldConcurrency(stage)).toBe(held.reduce((one, other) => one + other));
    expect([heldConcurrency(stages.dev), heldConcurrency(prod)]).toEqual([0, 51]);
  });
});

describe('before a deployment', () => {
  it('Lambda is asked for its quota, where the stage holds some of it', async () => {
    await requireConcurrency(prod);
    expect(asked).toEqual([`KEY in eu-west-1: ${question}`]);
    await requireConcurrency(stages.dev);
    expect(asked).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it.each([10, 150])('a quota of %i stops prod, with the way out', async (small) => {
    quota = small;
    const refusal = requireConcurrency(prod);
    await expect(refusal).rejects.toThrow(`in eu-west-1 is ${small}, and prod needs 151`);
    await expect(refusal).rejects.toThrow(
      /service-quotas [\s\S]*--quota-code L-B99A9384[\s\S]*leave writersRes/,
    );
  });

  it('a quota that leaves just 100 to others does not', async () => {
    quota = 151;
    await expect(requireConcurrency(prod)).resolves.toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('nothing stops where Lambda may not be asked', async () => {
    quota = undefined;
    await requireConcurrency(prod);
    expect(notes).toEqual([expect.stringMatching(/^It is not known .*you may not\n$/)]);
  });

  it('nothing stops where STS does not answer', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'http://127.0.0.1:1');
    await requireConcurrency(inRegion('us-east-1'));
    expect(notes).toEqual([expect.stringMatching(/^It is not known /)]);
    expect(asked).toEqual([]);
  });

  it('nothing stops where Lambda does not answer', async () => {
    stop();
    await requireConcurrency(prod);
    expect(notes).toEqual([expect.stringMatching(/^It is not known /)]);
  });

  it('the account and region are asked that the stage belongs into, and no other account', async () => {
    quota = 10;
    vi.stubEnv('AWS_ACCOUNT_ID', account);
    await expect(requireConcurrency(inRegion('us-east-1'))).rejects.toThrow('in us-east-1 is 10');
    expect(asked).toEqual([`KEY in us-east-1: ${question}`]);
    await requireConcurrency(inRegion('us-east-1', '444455556666'));
    expect(asked).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/belongs into the account 444455556666,\nand .* of 111122223333\.\n$/),
    ]);
  });

  it('keys that do not tell their account have STS tell it', async () => {
    quota = 10;
    await expect(requireConcurrency(inRegion('us-east-1'))).rejects.toThrow('in us-east-1 is 10');
    await requireConcurrency(inRegion('us-east-1', '444455556666'));
    const whose = 'KEY in us-east-1: POST /';
    expect(asked).toEqual([whose, `KEY in us-east-1: ${question}`, whose]);
    expect(notes).toEqual([
      expect.stringMatching(/belongs into the account 444455556666,\nand .* of 111122223333\.\n$/),
    ]);
  });
});

describe('npm run deploy', () => {
  const command = fileURLToPath(new URL('../../../infra/delivery/command-line/deploy.ts', import.meta.url));
  const deploy = (...args: readonly string[]) =>
    new Promise<string>((resolve) => {
      const env = { ...bareEnvironment(), HOME: '/nonexistent', ...aws };
      execFile(process.execPath, [command, 'prod', ...args], { env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  /** An assembly that the CDK refuses: its deployment ends before it begins. */
  let refused: string;
  beforeAll(async () => {
    refused = await mkdtemp(join(tmpdir(), 'assembly-'));
    await writeFile(join(refused, 'manifest.json'), '{}');
  });
  afterAll(() => rm(refused, { recursive: true }));

  it('ends before the CDK begins, where the quota is too small', async () => {
    quota = 10;
    const said = await deploy('--app', refused);
    expect(said).toMatch(/^The quota of Lambda's concurrent executions in eu-west-1 is 10/);
    expect(said).not.toContain('cdk ended');
  });

  it('goes on where the quota is not known, and says then that AWS cannot be reached', async () => {
    quota = undefined;
    expect(await deploy('--app', refused)).toMatch(
      /^It is not known [\s\S]*cdk ended with 1\.\nAWS cannot be reached in eu-west-1: /,
    );
  });

  it('asks nothing when it only shows the command', async () => {
    expect(await deploy('--dry-run')).toMatch(/^npx cdk deploy/);
    expect(asked).toEqual([]);
  });
});
