import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whyCdkFailed } from '../../../infra/delivery/command-line/why-cdk-failed.ts';
import { listen } from '../../../infra/local/http/listening.ts';
import { stages } from '../../../infra/stages/stages.ts';

const error = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
const described =
  '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>CDKToolkit</StackName><CreationTime>2026-11-21T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>';

/** What CloudFormation answers when it is asked for the stack of the CDK's bootstrap. */
let answer: { readonly status: number; readonly xml: string };
let stop: () => void;

beforeEach(async () => {
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.xml);
  });
  stop = () => server.close().closeAllConnections();
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_ENDPOINT_URL_CLOUDFORMATION: await listen(server, 0, '127.0.0.1'),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  stop();
  vi.unstubAllEnvs();
});

const { dev, prod } = stages;

describe('the reason of a run of the CDK that failed', () => {
  it('is that the account was never prepared, in the region of the stage', async () => {
    answer = { status: 400, xml: error('ValidationError', 'Stack with id CDKToolkit does not exist') };
    expect(await whyCdkFailed(dev)).toMatch(/in eu-west-1\. Prepare it once:\n {2}npx cdk bootstrap$/);
    const environment = { account: '111122223333', region: 'eu-north-1' };
    expect(await whyCdkFailed({ ...prod, environment })).toContain('in eu-north-1.');
  });

  it.each([
    ['it was prepared', { status: 200, xml: described }],
    ['whoever deploys may not see that', { status: 403, xml: error('AccessDenied', 'not you') }],
  ])('is another where %s', async (_case, given) => {
    answer = given;
    expect(await whyCdkFailed(dev)).toBeUndefined();
  });

  it('is that AWS cannot be reached', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', 'http://127.0.0.1:1');
    const why = await whyCdkFailed(dev);
    expect(why).toMatch(/^AWS cannot be reached in eu-west-1: .*ECONNREFUSED/);
    expect(why).toContain('AWS_ENDPOINT_URL');
    expect(why).not.toContain('bootstrap');
  });
});
