import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCapability, postOffices } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork } from '../../../support/networks/publish-network.ts';
import { type StartedStage, startDeployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

let stage: StartedStage;
beforeAll(async () => {
  stage = await startDeployedStage();
});
afterAll(() => stage.close());
afterEach(() => {
  stage.account.refusal = undefined;
});

const waypost = (args: readonly string[], environment: Record<string, string> = {}) =>
  runWaypost(args, { environment: { ...stage.environment, ...environment } });
const without = async (
  names: readonly string[],
  args: readonly string[],
  environment: Record<string, string> = {},
) =>
  runWaypost(args, {
    environment: Object.fromEntries(
      Object.entries({ ...stage.environment, ...environment }).filter(([name]) => !names.includes(name)),
    ),
  });

describe('the command line on a deployed stage', () => {
  it('publishes by its publisher', async () => {
    const plain = await waypost(['publish', '--stage', 'dev']);
    expect(plain).toMatchObject({ status: 0, stderr: 'publishing ...\n' });
    expect(plain.stdout).toMatch(/^result +published$/m);
    expect(stage.stack.seen.publications).toEqual([{ reason: 'operator' }]);
  });

  it('says why its publisher failed', async () => {
    const { publisher } = stage.stack.answers;
    stage.stack.answers.publisher = {
      headers: { 'x-amz-function-error': 'Unhandled' },
      body: { errorType: 'DamagedPublication', errorMessage: 'not what was stored' },
    };
    const { status, stderr } = await waypost(['publish', '--stage', 'dev']);
    stage.stack.answers.publisher = publisher;
    expect(status).toBe(1);
    expect(stderr).toContain('waypost: publishing failed: DamagedPublication: not what was stored;');
  });

  it('names the stage in the commands that it advises', async () => {
    stage.stack.answers.publisherFirst.push({
      status: 'refused',
      why: 'too few',
      locations: 2,
      previousLocations: 9,
    });
    const { status, stderr } = await waypost(['publish', '--stage', 'dev', '--region', 'ap-southeast-2']);
    expect(status).toBe(4);
    expect(stderr).toContain('waypost publish --force --stage dev --region ap-southeast-2\n');
  });

  it('tells its state, and what can be known only on AWS', async () => {
    const { version } = await publishNetwork(
      stage.stack.bucket,
      networkOf(postOffices(20), [aCapability(1)]),
    );
    const { status, stdout, stderr } = await waypost(['status', '--stage', 'dev']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.replace(/\n +/g, ' ')).toContain(
      `version       ${version}, whether it is being served is unknown without a key in AUTH_KEY\n`,
    );
    expect(stdout).toMatch(/^next run {6}every 6 hours$/m);
    expect(stdout).toMatch(/^dead letters {2}unknown here/m);
    expect(JSON.parse((await waypost(['status', '--stage', 'dev', '--json'])).stdout)).toMatchObject({
      isWell: true,
      nextRunAt: null,
      deadLetters: null,
    });
  });

  it('asks the API with the key of the environment what is being served', async () => {
    const { version } = await publishNetwork(
      stage.stack.bucket,
      networkOf(postOffices(20), [aCapability(1)]),
    );
    stage.stack.answers.served = version;
    const { stdout } = await waypost(['status', '--stage', 'dev'], { AUTH_KEY: 'a-key' });
    expect(stdout).toContain(`version       ${version}, being served`);
    expect(stage.stack.seen.requests.at(-1)).toBe('/locations/v3/workcentres?size=0 a-key');
  });

  it('verifies what is published', async () => {
    await publishNetwork(stage.stack.bucket, networkOf(postOffices(20), [aCapability(1)]));
    const { status, stdout } = await waypost(['verify', '--stage', 'dev']);
    expect(status).toBe(0);
    for (const file of ['catalogue.bin', 'workcentres.json.gz'])
      expect(stdout).toMatch(new RegExp(`^ok +${file} `, 'm'));
  });

  it('tries an import here against its tables, and writes nothing', async () => {
    const file = path.join(stage.stack.dataDirectory, 'types.ndjson');
    await writeFile(file, '{"code":"WATER","name":"Water"}\n');
    const { status, stdout } = await waypost(['import', 'bill-types', file, '--dry-run', '--stage', 'dev']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^dry run: nothing was written/);
    expect(stdout).toMatch(/^added +1$/m);
  });
});

describe('the command line without what a stage needs', () => {
  const keys = ['keys', 'list', '--stage', 'dev'];

  it('says which stack is missing, and how to deploy the stage', async () => {
    const { status, stdout, stderr } = await waypost(['keys', 'list', '--stage', 'prod']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^waypost: the stage prod is not deployed to ap-southeast-2 .* no stack Waypost-Prod-Data\./,
    );
    expect(stderr).toContain('npm run deploy -- prod');
  });

  it('says that a stack is of another version', async () => {
    stage.account.stacks.set('Waypost-Dev-Publishing', {});
    const { stderr } = await waypost(keys);
    stage.account.stacks.set('Waypost-Dev-Publishing', { PublisherFunction: 'Publisher' });
    expect(stderr).toContain('Waypost-Dev-Publishing was deployed by another version');
    expect(stderr).toContain('PublisherFunction');
    expect(stderr).toContain('npm run deploy -- dev');
  });

  it('says that there are no credentials', async () => {
    const { status, stderr } = await without(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], keys);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^waypost: no AWS credentials were found\. Name a profile in AWS_PROFILE/);
  });

  it('says that there is no region, and takes the one that is given', async () => {
    const { status, stderr } = await without(['AWS_REGION'], keys);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'waypost: no AWS region is named. Give --region, or set AWS_REGION\n',
    });
    expect(await without(['AWS_REGION'], [...keys, '--region', 'ap-southeast-2'])).toMatchObject({
      status: 0,
    });
  });

  it('says that there is no such profile, also where that is why no region is known', async () => {
    const nope = { AWS_PROFILE: 'nope', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
    const { status, stderr } = await waypost(keys, nope);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^waypost: the AWS configuration has no profile nope .*`aws configure list-profiles`/,
    );
    const placeless = await without(['AWS_REGION'], keys, nope);
    expect(placeless.stderr).toMatch(
      /^waypost: no AWS region is named\..* The profile nope .*does not exist/,
    );
  });

  it('says where to look when AWS cannot be reached', async () => {
    const { status, stderr } = await waypost(keys, { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^waypost: reading the stack Waypost-Dev-Data failed because AWS cannot be reached: .*ECONNREFUSED.* network .*region.*AWS_ENDPOINT_URL/,
    );
  });

  it.each([
    ['AccessDenied', 'reading the stack Waypost-Dev-Data is denied: not you'],
    ['ExpiredToken', 'the AWS credentials have expired'],
  ])('explains %s', async (code, words) => {
    stage.account.refusal = { code, message: 'not you' };
    const { status, stderr } = await waypost(keys);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('says that a store denies access', async () => {
    const { status, stderr } = await waypost(['verify', '--stage', 'dev'], {
      AWS_SECRET_ACCESS_KEY: 'other',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^waypost: reading manifest\.json failed .*signature/i);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it.each([
    [['status', '--stage', 'dev', '--data-dir', 'x'], 'cannot be used with option'],
    [['status', '--stage', 'test'], 'Allowed choices are dev, prod'],
    [['status', '--region', 'ap-southeast-2'], '--region is only for a --stage on AWS'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await waypost(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
