import { createServer } from 'node:http';
import { listenUntilTestEnds } from '../../support/listen-until-test-ends.ts';

export const account = '111122223333';

/** Responses of AWS to the checks of a deployment. */
export interface AwsResponses {
  /** Lambda's quota of concurrent executions; undefined if reading it is denied. */
  quota?: number;
  /** CloudFormation's response about the bootstrap stack: its status and body. */
  bootstrap?: readonly [number, string];
}

/** Starts a double of Lambda, STS and CloudFormation, which notes its requests in `asked`, for the rest of the test. */
export const startAwsDouble = async (responses: AwsResponses) => {
  const asked: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    const [, key, region, service] =
      /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    asked.push(`${key} in ${region}: ${method} ${url}`);
    if (service === 'sts') {
      response.end(`<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${account}</Account>
</GetCallerIdentityResult></GetCallerIdentityResponse>`);
    } else if (service === 'cloudformation') {
      const [status, body] = responses.bootstrap ?? [403, ''];
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    } else if (responses.quota === undefined) {
      response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ Message: 'you may not' }));
    } else {
      response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: responses.quota } }));
    }
  });
  const endpoint = `http://127.0.0.1:${await listenUntilTestEnds(server)}`;
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: endpoint,
  };
  return { asked, environment };
};
