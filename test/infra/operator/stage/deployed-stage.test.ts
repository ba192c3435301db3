import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deployedStack } from '../../../../infra/operator/stack/deployed-stack.ts';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork } from '../../../support/networks/publish-network.ts';
import { startDeployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stage = await startDeployedStage();
afterAll(() => stage.close());
afterEach(() => {
  stage.account.refusal = undefined;
});

const waypost = (args: readonly string[], environment: Record<string, string | undefined> = {}) =>
  // JSON omits undefined values.
  runWaypost(args, { environment: JSON.parse(JSON.stringify({ ...stage.environment, ...environment })) });

describe('the command line on a deployed stage', () => {
  let version: string;
  beforeAll(async () => {
    const network = networkOf(postOffices(20), [aCapability(1)]);
    ({ version } = await publishNetwork(stage.stack.bucket, network));
  });

  it('waits for the maximum time between a function’s checks for a newer catalogue', async () => {
    for (const [name, value] of Object.entries(stage.environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await deployedStack('dev', undefined)).maxUncheckedSeconds).toBe(35);
  });

  it('publishes with the deployed publisher, and includes the stage and --region in suggested commands', async () => {
    const publish = ['publish', '--stage', 'dev'];
    const { answers, seen } = stage.stack;
    const stdout = expect.stringMatching(/^result +published$/m);
    expect(await waypost(publish)).toEqual({ status: 0, stdout, stderr: 'publishing ...\n' });
    expect(seen.publications).toEqual([{ reason: 'operator', endRollback: true }]);

    answers.publisherFirst.push({ status: 'refused', why: 'too few', locations: 2, previousLocations: 9 });
    const region = ['--region', 'ap-southeast-2'];
    const force = expect.stringContaining('waypost publish --force --stage dev --region ap-southeast-2\n');
    const withoutRegion = { AWS_REGION: undefined };
    const refused = await waypost([...publish, ...region], withoutRegion);
    expect(refused).toMatchObject({ status: 4, stderr: force });

    const body = { errorType: 'DamagedPublication', errorMessage: 'not what\u001b[2J was stored' };
    answers.publisher = { headers: { 'x-amz-function-error': 'Unhandled' }, body };
    const stderr = expect.stringContaining(
      'publishing failed: DamagedPublication: not what\\u001b[2J was stored.',
    );
    expect(await waypost(publish)).toMatchObject({ status: 1, stderr });
  });

  it('prints the status, except for the parts that only AWS could report', async () => {
    const { status, stdout, stderr } = await waypost(['status', '--stage', 'dev']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.replace(/\n +/g, ' ')).toContain(
      `version         ${version}, whether it is being served is unknown without a key for the locations services in AUTH_KEY\n`,
    );
    expect(stdout).toMatch(/^next run {8}every 6 hours$/m);
    expect(stdout).toMatch(/^dead letters {4}unknown here/m);
    expect(JSON.parse((await waypost(['status', '--stage', 'dev', '--json'])).stdout)).toMatchObject({
      isWell: true,
      nextRunAt: null,
      deadLetters: null,
    });
  });

  it('requests the served version from the API with the key in the environment', async () => {
    stage.stack.answers.served = version;
    const { stdout } = await waypost(['status', '--stage', 'dev'], { AUTH_KEY: 'a-key' });
    expect(stdout).toContain(`version         ${version}, being served`);
    expect(stage.stack.seen.requests.at(-1)).toBe('/locations/v3/workcentres?size=0 a-key');
  });

  it('says which dead-letter queues SQS can redrive, and what to do about the others', async () => {
    const stderr = expect.stringMatching(
      /redrive .* ImportTriggersUndelivered or, .* AvailabilityReportsUndelivered\. The .* PublicationTriggersUndelivered, run `waypost publish --stage dev` and purge/,
    );
    expect(await waypost(['redrive', '--stage', 'dev'])).toMatchObject({ status: 1, stderr });
  });
});

describe('the command line on a stage with problems', () => {
  const keys = ['keys', 'list', '--stage', 'dev'];

  it('reports that a stack is missing, and how to deploy the stage', async () => {
    const stderr = expect.stringMatching(
      /^waypost: stage prod is not deployed in ap-southeast-2 .* stack Waypost-Prod-Data does not exist\. .*npm run deploy -- prod/,
    );
    expect(await waypost(['keys', 'list', '--stage', 'prod'])).toEqual({ status: 1, stdout: '', stderr });
  });

  it('reports that a stack was deployed by another version', async () => {
    stage.account.stacks.set('Waypost-Dev-Publishing', {});
    const { stderr } = await waypost(keys);
    stage.account.stacks.set('Waypost-Dev-Publishing', { PublisherFunction: 'Publisher' });
    expect(stderr).toMatch(
      /Waypost-Dev-Publishing was deployed by another version.*PublisherFunction.*npm run deploy -- dev/s,
    );
  });

  const noKeys = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
  const noRegion = { AWS_REGION: undefined };
  const profile = { AWS_PROFILE: 'nope', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
  const unreachable = { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' };
  it.each([
    ['there are no credentials', noKeys, /: no AWS credentials were found\. Set AWS_PROFILE to a profile/],
    ['there is no region', noRegion, /: no AWS region is set\. Use --region, or set AWS_REGION\n$/],
    ['a profile is missing', profile, /: the AWS configuration has no profile nope .*`aws configure list-p/],
    ['a region and a profile are missing', { ...profile, ...noRegion }, /: no AWS region .* profile nope /],
    ['AWS cannot be reached', unreachable, /: reading the stack Waypost-Dev-Data .*ECONNREFUSED.* AWS_END/],
  ])('reports that %s, and suggests a fix', async (_, environment, message) => {
    const stderr = expect.stringMatching(message);
    expect(await waypost(keys, environment)).toEqual({ status: 1, stdout: '', stderr });
  });

  it.each([
    ['AccessDenied', 'reading the stack Waypost-Dev-Data was denied: not you'],
    ['ExpiredToken', 'the AWS credentials have expired'],
  ])('explains the error %s', async (code, words) => {
    stage.account.refusal = { code, message: 'not you' };
    expect(await waypost(keys)).toMatchObject({ status: 1, stderr: expect.stringContaining(words) });
  });

  it('reports that the bucket denies access', async () => {
    const environment = { AWS_SECRET_ACCESS_KEY: 'other' };
    const stderr = expect.stringMatching(/^waypost: reading manifest\.json failed .*signature/i);
    expect(await waypost(['verify', '--stage', 'dev'], environment)).toMatchObject({ status: 1, stderr });
  });

  it.each([
    [['status', '--stage', 'dev', '--data-dir', 'x'], 'cannot be used with option'],
    [['status', '--stage', 'test'], 'Allowed choices are dev, prod'],
    [['status', '--region', 'ap-southeast-2'], '--region is only for a --stage on AWS'],
  ])('rejects %j', async (args, message) => {
    expect(await waypost(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
