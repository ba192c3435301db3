import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenUntilTestEnds } from '../../support/per-test.ts';

export const account = '111122223333';

/** AWS responses to the requests that the deployment checks send. */
export interface AwsResponses {
  /** Lambda's concurrent executions quota, or undefined if reading it is denied. */
  quota?: number;
  /** Reserved concurrency by function name. */
  reserved?: Readonly<Record<string, number>>;
  /** Whether listing functions is denied. */
  isListDenied?: boolean;
  /** Status and body of CloudFormation's response to a request for the bootstrap stack. */
  bootstrap?: readonly [number, string];
  /** Outputs by stack name. Only the stage's lookup role may read them. */
  outputs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Templates by stack name. A stack without an entry has a template without outputs. */
  templates?: Readonly<Record<string, object>>;
}

const lookupKey = 'LOOKUP';

/** Returns Lambda's response about the account, about all functions, or about one function's concurrency. */
const concurrencyAt = (url = '', quota: number, reserved: Readonly<Record<string, number>>): object => {
  if (url.endsWith('/account-settings')) {
    const unreserved = Object.values(reserved).reduce((rest, each) => rest - each, quota);
    return { AccountLimit: { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: unreserved } };
  }
  const [, name] = /\/functions\/([^/]+)\/concurrency$/.exec(url) ?? [];
  return name === undefined
    ? { Functions: Object.keys(reserved).map((FunctionName) => ({ FunctionName })) }
    : { ReservedConcurrentExecutions: reserved[name] };
};

/**
 * Starts a server that responds like Lambda, STS and CloudFormation until the test ends. Records received requests in
 * `asked`.
 */
export const startAwsDouble = async (responses: AwsResponses) => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const parameters = new URLSearchParams(await text(request));
    const [, key, region, service] =
      /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    asked.push(`${key} in ${region}: ${method} ${url}`);
    const [action, role, stack] = ['Action', 'RoleArn', 'StackName'].map(
      (name) => parameters.get(name) ?? '',
    );
    const respond = (result: string) =>
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
    if (action === 'AssumeRole') {
      asked.push(`assume ${role}`);
      respond(`<Credentials><AccessKeyId>${lookupKey}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
<SessionToken>token</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials>`);
    } else if (action === 'GetCallerIdentity')
      respond(
        `<Account>${account}</Account><Arn>arn:aws:sts::${account}:assumed-role/deployer/session</Arn>`,
      );
    else if (action === 'GetTemplate' && key === lookupKey) {
      const body = JSON.stringify(responses.templates?.[stack ?? ''] ?? {}).replaceAll('"', '&quot;');
      respond(`<TemplateBody>${body}</TemplateBody>`);
    } else if (service === 'cloudformation' && key === lookupKey && responses.outputs) {
      const members = Object.entries(responses.outputs[stack ?? ''] ?? {}).map(
        ([name, value]) =>
          `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
      );
      respond(`<Stacks><member><StackName>any</StackName><Outputs>${members.join('')}</Outputs>
<StackStatus>UPDATE_COMPLETE</StackStatus></member></Stacks>`);
    } else if (service === 'cloudformation') {
      const [status, body] = responses.bootstrap ?? [403, ''];
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    } else if (responses.quota === undefined || (responses.isListDenied && url?.includes('/functions'))) {
      response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ Message: 'you may not' }));
    } else {
      response.end(JSON.stringify(concurrencyAt(url, responses.quota, responses.reserved ?? {})));
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
