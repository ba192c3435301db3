import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import aws4 from 'aws4';
import * as z from 'zod';
import { readStackFile, type StackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { listen } from '../../../infra/local/http/listening.ts';
import { stackName } from '../../../infra/stages/stage-names.ts';
import { answerGateway, type GatewayAccount } from '../gateway/gateway-control-plane.ts';
import { type OperatorStack, startOperatorStack } from './operator-stack.ts';

interface Account extends GatewayAccount {
  readonly stacks: Map<string, Record<string, string>>;
  /** Names of the alarms that are in the state ALARM. */
  readonly alarms: string[];
  readonly deadLetters: Map<string, number>;
  readonly denied: Set<string>;
}

const queryError = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

const describedStack = (name: string, outputs: Record<string, string>): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>${name}</StackName><CreationTime>2026-11-21T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}<Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

export const queueUrl = (name: string): string =>
  `https://sqs.ap-southeast-2.amazonaws.com/111122223333/${name}`;

/** ARN of the command line's credentials. */
export const callerArn = 'arn:aws:sts::111122223333:assumed-role/Operator/ada';

const answerSts = (response: ServerResponse): void => {
  const result = `<GetCallerIdentityResult><Arn>${callerArn}</Arn><UserId>AROA:ada</UserId><Account>111122223333</Account></GetCallerIdentityResult>`;
  response
    .writeHead(200, { 'content-type': 'text/xml' })
    .end(`<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>`);
};

const answerCloudFormation = (account: Account, body: string, response: ServerResponse): void => {
  const asked = new URLSearchParams(body).get('StackName') ?? '';
  const outputs = account.stacks.get(asked);
  const { refusal } = account;
  const send = (status: number, xml: string) =>
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  if (refusal) send(refusal.code === 'AccessDenied' ? 403 : 400, queryError(refusal.code, refusal.message));
  else if (outputs) send(200, describedStack(asked, outputs));
  else send(400, queryError('ValidationError', `Stack with id ${asked} does not exist`));
};

/** Whether a request to CloudWatch or SQS has a valid signature (SigV4). */
const isSigned = (
  { region, credentials }: StackFile,
  { headers, method, url }: IncomingMessage,
  body: string,
): boolean => {
  const { authorization = '' } = headers;
  const [, service = '', names = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d+\/[\w-]+\/(monitoring|sqs)\/aws4_request, SignedHeaders=([\w;-]+), /.exec(
      authorization,
    ) ?? [];
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  if (signed.host === undefined || signed['x-amz-date'] === undefined) return false;
  const again = { service, region, method, path: url, headers: signed, body };
  return aws4.sign(again, credentials).headers?.Authorization === authorization;
};

const answerJson = (
  { alarms, deadLetters, denied }: Account,
  stack: StackFile,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void => {
  const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
  const send = (status: number, content: object) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content));
  if (!isSigned(stack, request, body)) {
    const signed = `x-amz-security-token:${request.headers['x-amz-security-token']}`;
    const message = `The request signature we calculated does not match the signature you provided.\n\nThe Canonical String for this request should have been\n'POST\n/\n\n${signed}'`;
    return void send(403, { __type: 'com.amazon.coral.service#InvalidSignatureException', message });
  }
  if (denied.has(operation)) {
    const message = `User: ${callerArn} is not authorized to perform: ${operation}`;
    return void send(400, { __type: 'com.amazonaws#AccessDeniedException', message });
  }
  const asked = askedJson.parse(JSON.parse(body));
  if (operation === 'GetQueueAttributes') {
    const letters = deadLetters.get(asked.QueueUrl ?? '') ?? 0;
    return void send(200, { Attributes: { ApproximateNumberOfMessages: String(letters) } });
  }
  const MetricAlarms = alarms
    .filter((name) => name.startsWith(asked.AlarmNamePrefix ?? '') && asked.StateValue === 'ALARM')
    .map((AlarmName) => ({
      AlarmName,
      AlarmDescription: 'Nothing is published.\n\nFirst action: look at the log.',
      StateUpdatedTimestamp: 1_795_000_000.123,
    }));
  send(200, { MetricAlarms });
};

const askedJson = z.object({
  AlarmNamePrefix: z.string().optional(),
  StateValue: z.string().optional(),
  QueueUrl: z.string().optional(),
});

/** Returns the outputs that name the tables, such as `LocationsTable`. */
const tableOutputs = (tables: StackFile['tables']) =>
  Object.fromEntries(
    Object.entries(tables).map(([role, name]) => [
      `${role.charAt(0).toUpperCase()}${role.slice(1)}Table`,
      name,
    ]),
  );

const accountOf = ({ tables, ...stack }: StackFile): Account => ({
  stacks: new Map<string, Record<string, string>>([
    [
      stackName({ name: 'dev' }, 'Data'),
      {
        ...tableOutputs(tables),
        PublishedBucket: stack.publishedBucket,
        ImportBucket: stack.importBucket,
        UndeliveredEvents: queueUrl('EnquiryUndelivered'),
        PageTopic: 'arn:aws:sns:ap-southeast-2:111122223333:waypost-dev-page',
        TicketTopic: 'arn:aws:sns:ap-southeast-2:111122223333:waypost-dev-ticket',
      },
    ],
    [stackName({ name: 'dev' }, 'Api'), { ApiUrl: stack.apiUrl, RestApi: 'abc123' }],
    [stackName({ name: 'dev' }, 'Portal'), { PortalUrl: 'https://portal.example.org/' }],
    [
      stackName({ name: 'dev' }, 'Watch'),
      { UsesImportTriggersUndelivered: 'ImportUndelivered', UsesImportRule: 'waypost-import' },
    ],
    [stackName({ name: 'dev' }, 'Publishing'), { PublisherFunction: stack.publisherFunction }],
  ]),
  alarms: [],
  deadLetters: new Map(),
  denied: new Set(),
  gatewayKeys: [],
  planKeys: new Map(),
  flushed: [],
  meanwhile: undefined,
  refusal: undefined,
});

const environmentOf = (stack: StackFile, url: string): Record<string, string> => ({
  AWS_REGION: stack.region,
  AWS_ACCESS_KEY_ID: stack.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: stack.credentials.secretAccessKey,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL_CLOUDFORMATION: url,
  AWS_ENDPOINT_URL_API_GATEWAY: url,
  AWS_ENDPOINT_URL_STS: url,
  AWS_ENDPOINT_URL_CLOUDWATCH: url,
  AWS_ENDPOINT_URL_SQS: url,
  AWS_ENDPOINT_URL_LAMBDA: stack.controlEndpoint,
  AWS_ENDPOINT_URL_DYNAMODB: stack.dynamoDbEndpoint,
  AWS_ENDPOINT_URL_S3: stack.objectStoreEndpoint,
});

/** Presents a local stack, whose stores are real, as the stage `dev` of an AWS account. */
const deployedStage = async (stack: OperatorStack) => {
  const described = await readStackFile(stack.dataDirectory);
  if (!described) throw new Error('There is no stack file.');
  const account = accountOf(described);
  const server = createServer((request, response) => {
    text(request)
      .then(async (body) => {
        const agent = request.headers['user-agent'] ?? '';
        if (request.headers['x-amz-target']) answerJson(account, described, request, body, response);
        else if (agent.includes('api/sts')) answerSts(response);
        else if (agent.includes('api/cloudformation')) answerCloudFormation(account, body, response);
        else await answerGateway(account, request, body, response);
      })
      .catch((error) => response.destroy(error));
  });
  const url = await listen(server, 0, '127.0.0.1');
  return {
    account,
    environment: environmentOf(described, url),
    close: () => server.close().closeAllConnections(),
  };
};

export const startDeployedStage = async () => {
  const stack = await startOperatorStack();
  const stage = await deployedStage(stack);
  const close = async () => {
    stage.close();
    await stack.close();
  };
  return { ...stage, stack, close };
};
export type StartedStage = Awaited<ReturnType<typeof startDeployedStage>>;
