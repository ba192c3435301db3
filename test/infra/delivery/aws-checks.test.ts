import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  heldConcurrency,
  requireAwsAccess,
  requireConcurrency,
  whyCdkFailed,
} from '../../../infra/delivery/aws-checks.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { fullStage } from '../../support/templates/configured-stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';
import { type AwsResponses, account, startAwsDouble } from './aws-double.ts';

const { dev, prod } = stages;
const nowhere = 'http://127.0.0.1:1';
const prodIn = (region: string, accountId = account): StageSettings => ({
  ...prod,
  environment: { account: accountId, region },
});

let aws: AwsResponses;
let asked: string[];
let notes: string[];
beforeEach(async () => {
  aws = { quota: 1000 };
  notes = [];
  const double = await startAwsDouble(aws);
  asked = double.asked;
  for (const [name, value] of Object.entries(double.environment)) vi.stubEnv(name, value);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the check of the access to AWS', () => {
  it.each([
    ['a region', {}, ['export AWS_REGION=']],
    ['credentials', { AWS_REGION: 'eu-west-1' }, ['aws sso login']],
    ['the profile', { AWS_PROFILE: 'nope' }, ['no profile nope', 'list-profiles']],
  ])('without %s, explains the remedy: %o', async (_missing, environment, messages) => {
    const missing = { AWS_REGION: undefined, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    for (const [name, value] of Object.entries({ ...missing, ...environment })) vi.stubEnv(name, value);
    const rejection = requireAwsAccess();
    for (const message of messages) await expect(rejection).rejects.toThrow(message);
  });

  it('accepts a region and credentials', async () => {
    await expect(requireAwsAccess()).resolves.toBeUndefined();
  });
});

describe('the concurrency that a stage needs', () => {
  it('is the sum of the concurrency that its functions reserve or keep warm', () => {
    const counted = z.object({
      ReservedConcurrentExecutions: z.int().default(0),
      ProvisionedConcurrencyConfig: z
        .object({ ProvisionedConcurrentExecutions: z.int() })
        .default({ ProvisionedConcurrentExecutions: 0 }),
    });
    const { api, publishing } = synthesiseStage(fullStage);
    const held = [api, publishing].flatMap((template) => {
      const aliases = [...resourcesOfType(template, 'AWS::Lambda::Alias').values()];
      return [...resourcesOfType(template, 'AWS::Lambda::Function')].map(([id, { Properties }]) => {
        const alias = aliases.find(
          (each) => JSON.stringify(each.Properties.FunctionName) === `{"Ref":"${id}"}`,
        );
        const { ProvisionedConcurrencyConfig: warm } = counted.parse(alias?.Properties ?? {});
        // A function's warm instances count towards its reserved concurrency.
        return Math.max(
          counted.parse(Properties).ReservedConcurrentExecutions,
          warm.ProvisionedConcurrentExecutions,
        );
      });
    });
    expect(heldConcurrency(fullStage)).toBe(held.reduce((sum, each) => sum + each, 0));
    expect([heldConcurrency(dev), heldConcurrency(prod)]).toEqual([0, 700]);
  });
});

describe('the check of the concurrency quota', () => {
  const quotaRead = 'GET /2016-08-19/account-settings';

  it('reads the quota only for a stage that reserves concurrency, and accepts one that leaves exactly 100 for others', async () => {
    aws.quota = 800;
    await requireConcurrency(prod);
    expect(asked).toEqual([`KEY in eu-west-1: ${quotaRead}`]);
    await requireConcurrency(dev);
    expect(asked).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('rejects prod with a quota of 799, and reports the remedy', async () => {
    aws.quota = 799;
    const rejection = requireConcurrency(prod);
    await expect(rejection).rejects.toThrow('in eu-west-1 is 799, but prod needs 800');
    await expect(rejection).rejects.toThrow(
      /service-quotas [\s\S]*--quota-code L-B99A9384[\s\S]*set reserveConcurrency to false/,
    );
  });

  it('counts the concurrency that other functions in the account reserve, but not what the stage itself reserves', async () => {
    aws.reserved = { 'Waypost-Prod-Api-Authorise-1': 100, 'Waypost-Prod-Api-Search-1': 40, shop: 200 };
    await expect(requireConcurrency(prod)).resolves.toBeUndefined();
    aws.reserved = { ...aws.reserved, 'Waypost-Dev-Api-Authorise-1': 1 };
    const rejection = requireConcurrency(prod);
    await expect(rejection).rejects.toThrow(
      'in eu-west-1 is 1000, of which other functions reserve 201, but prod needs 800',
    );
    await expect(rejection).rejects.toThrow('--desired-value 1001');
  });

  it('checks the whole quota if Lambda denies the list of functions', async () => {
    aws.isListDenied = true;
    aws.reserved = { shop: 5 };
    await expect(requireConcurrency(prod)).resolves.toBeUndefined();
    expect(notes).toEqual([
      expect.stringMatching(/^The concurrency that functions reserve .*you may not\n$/),
    ]);
    aws.quota = 799;
    await expect(requireConcurrency(prod)).rejects.toThrow('is 799, but prod needs 800');
  });

  it.each(['STS', 'LAMBDA'])('continues with a note if %s is unreachable', async (service) => {
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, nowhere);
    await requireConcurrency(prodIn('us-east-1'));
    expect(notes).toEqual([
      expect.stringMatching(/^Lambda's concurrent executions quota could not be read: /),
    ]);
  });

  it("queries the stage's region, and only with its account's credentials", async () => {
    aws.quota = 10;
    await expect(requireConcurrency(prodIn('us-east-1'))).rejects.toThrow('in us-east-1 is 10');
    const identityRead = 'KEY in us-east-1: POST /';
    expect(asked).toEqual([identityRead, `KEY in us-east-1: ${quotaRead}`]);
    await requireConcurrency(prodIn('us-east-1', '444455556666'));
    expect(asked.slice(2)).toEqual([identityRead]);
    expect(notes).toEqual([
      expect.stringMatching(/belongs to the account 444455556666,\nbut .* for 111122223333\.\n$/),
    ]);
  });
});

describe('the reason for a failed CDK run', () => {
  const error = (code: string, message: string) =>
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
  const stack = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Waypost-Dev-Bootstrap</StackName>
<CreationTime>2026-11-21T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

  it("is given if the bootstrap is missing in the stage's region", async () => {
    aws.bootstrap = [400, error('ValidationError', 'Stack with id Waypost-Dev-Bootstrap does not exist')];
    expect(await whyCdkFailed(dev)).toMatch(
      /no bootstrap stack for dev in eu-west-1\.[\s\S]*npx cdk bootstrap --qualifier wpdev/,
    );
    expect(await whyCdkFailed(prodIn('eu-north-1'))).toContain('in eu-north-1.');
  });

  it.each([
    ['the account is bootstrapped', 200, stack],
    ['reading the stack was denied', 403, error('AccessDenied', 'not you')],
  ])('is unknown if %s', async (_case, ...bootstrap) => {
    aws.bootstrap = bootstrap;
    expect(await whyCdkFailed(dev)).toBeUndefined();
  });

  it('is given if AWS is unreachable', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', nowhere);
    expect(await whyCdkFailed(dev)).toMatch(/^AWS cannot be reached in eu-west-1: .*ECONNREFUSED/);
  });
});
