import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { StackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { stackName } from '../../../infra/stages/stage-names.ts';
import { listenAndAnswer, startOperatorStack } from './operator-stack.ts';
import { describedStack } from './stack-stores.ts';

interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  enabled?: boolean;
  /** Creation time in epoch seconds. */
  createdDate?: number;
}

interface Account {
  readonly stacks: Map<string, Record<string, string>>;
  /** Names of the alarms that are in the state ALARM. */
  readonly alarms: string[];
  readonly deadLetters: Map<string, number>;
  readonly denied: Set<string>;
  readonly gatewayKeys: GatewayKey[];
  /** Ids of the keys in each usage plan, by the plan's id. */
  readonly planKeys: Map<string, string[]>;
  /** Stages whose authoriser cache was flushed, such as `abc123/stages/dev`. */
  readonly flushed: string[];
  /** Hook that is called before each response of API Gateway, with the request's operation, such as `GET /apikeys`. */
  meanwhile: ((operation: string) => Promise<unknown>) | undefined;
  /** Error that replaces every response of API Gateway and CloudFormation, if set. */
  refusal: { readonly code: string; readonly message: string } | undefined;
}

const plans = ['standard', 'partner', 'unlimited', 'browser'];

/** Usage plan of another stage in the same account, which may contain the same keys. */
export const planOfOtherStage = 'plan-of-other-stage';

type JsonAnswer = readonly [status: number, body?: object, errorType?: string];

const conflict = (message: string): JsonAnswer => [409, { message }, 'ConflictException'];
const notFound: JsonAnswer = [404, { message: 'not found' }, 'NotFoundException'];

/** Returns API Gateway's response to an operation such as `GET /usageplans/PLAN/keys/KEY`. */
const gatewayAnswer = (
  { gatewayKeys, planKeys, flushed }: Account,
  operation: string,
  query: URLSearchParams,
  body: string,
): JsonAnswer => {
  const [method, , resource, id = '', part, keyId = ''] = operation.split(/[ /]/);
  const given = body === '' ? {} : JSON.parse(body);
  const members = planKeys.get(id) ?? [];
  const isMember = members.includes(keyId);
  const key = gatewayKeys.find((each) => each.id === id);
  switch ([method, resource, part].join(' ').trim()) {
    case 'GET usageplans': {
      const all = [
        ...plans.map((plan) => ({ id: `plan-${plan}`, name: `waypost-dev-${plan}` })),
        { id: planOfOtherStage, name: 'waypost-prod-partner' },
      ];
      const wanted = query.get('keyId');
      return [200, { item: all.filter((plan) => !wanted || planKeys.get(plan.id)?.includes(wanted)) }];
    }
    case 'GET apikeys':
      return [200, { item: gatewayKeys.filter(({ name }) => name.startsWith(query.get('name') ?? '')) }];
    case 'POST apikeys': {
      if (gatewayKeys.some(({ value }) => value === given.value)) return conflict('API Key already exists');
      const createdDate = Math.floor(Date.now() / 1_000);
      const made = { ...given, id: `key-${gatewayKeys.length + 1}`, createdDate };
      gatewayKeys.push(made);
      return [201, made];
    }
    case 'PATCH apikeys':
      if (!key) return notFound;
      for (const { path, value } of given.patchOperations)
        if (path === '/enabled') key.enabled = value === 'true';
      return [200, key];
    case 'DELETE apikeys':
      if (!key) return notFound;
      gatewayKeys.splice(gatewayKeys.indexOf(key), 1);
      return [202];
    case 'GET usageplans keys':
      if (keyId === '') return [200, { item: members.map((each) => ({ id: each, type: 'API_KEY' })) }];
      return isMember ? [200, { id: keyId }] : notFound;
    case 'POST usageplans keys': {
      // A key can belong to only one usage plan per stage.
      const plansOfStage = id === planOfOtherStage ? [id] : plans.map((plan) => `plan-${plan}`);
      if (plansOfStage.some((plan) => planKeys.get(plan)?.includes(given.keyId)))
        return conflict('Usage Plan Key already exists');
      planKeys.set(id, [...members, given.keyId]);
      return [201, { id: given.keyId }];
    }
    case 'DELETE usageplans keys':
      if (!isMember) return notFound;
      planKeys.set(
        id,
        members.filter((each) => each !== keyId),
      );
      return [202];
    case 'DELETE restapis stages':
      // Not the cache of responses, nor the stage itself.
      if (!operation.endsWith('/cache/authorizers')) return notFound;
      flushed.push(`${id}/stages/${keyId}`);
      return [202];
    default:
      return notFound;
  }
};

const answerGateway = async (
  account: Account,
  { method = '', url = '' }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> => {
  const { refusal } = account;
  const { pathname, searchParams } = new URL(url, 'http://gateway');
  const operation = `${method} ${pathname}`;
  await account.meanwhile?.(operation);
  const [status, json = {}, errorType]: JsonAnswer = refusal
    ? [403, { message: refusal.message }, refusal.code]
    : gatewayAnswer(account, operation, searchParams, body);
  const headers = { 'content-type': 'application/json', ...(errorType && { 'x-amzn-errortype': errorType }) };
  response.writeHead(status, headers).end(JSON.stringify(json));
};

const queryError = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

const describeStacks = (name: string, outputs: Record<string, string>): string => {
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
  else if (outputs) send(200, describeStacks(asked, outputs));
  else send(400, queryError('ValidationError', `Stack with id ${asked} does not exist`));
};

const askedJson = z.object({
  AlarmNamePrefix: z.string().default(''),
  StateValue: z.string().optional(),
  QueueUrl: z.string().default(''),
});

/** Answers a request to CloudWatch or SQS, unless it has a session token. */
const answerJson = (
  { alarms, deadLetters, denied }: Account,
  { headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): ServerResponse => {
  const [, operation = ''] = String(headers['x-amz-target']).split('.');
  const token = headers['x-amz-security-token'];
  const send = (status: number, content: object) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content));
  if (token !== undefined) {
    const message = `The request signature we calculated does not match the signature you provided.\n\nThe Canonical String for this request should have been\n'POST\n/\n\nx-amz-security-token:${token}'`;
    return send(403, { __type: 'com.amazon.coral.service#InvalidSignatureException', message });
  }
  if (denied.has(operation)) {
    const message = `User: ${callerArn} is not authorized to perform: ${operation}`;
    return send(400, { __type: 'com.amazonaws#AccessDeniedException', message });
  }
  const { QueueUrl, AlarmNamePrefix, StateValue } = askedJson.parse(JSON.parse(body));
  if (operation === 'GetQueueAttributes')
    return send(200, { Attributes: { ApproximateNumberOfMessages: String(deadLetters.get(QueueUrl) ?? 0) } });
  const MetricAlarms = alarms
    .filter((name) => name.startsWith(AlarmNamePrefix) && StateValue === 'ALARM')
    .map((AlarmName) => ({
      AlarmName,
      AlarmDescription: 'Nothing is published.\n\nFirst action: look at the log.',
      StateUpdatedTimestamp: 1_795_000_000.123,
    }));
  return send(200, { MetricAlarms });
};

/** Returns the outputs that name the tables, such as `LocationsTable`. */
const tableOutputs = (tables: StackFile['tables']) =>
  Object.fromEntries(
    Object.entries(tables).map(([role, name]) => [`${role[0]?.toUpperCase()}${role.slice(1)}Table`, name]),
  );

const accountOf = ({ tables, ...stack }: StackFile): Account => {
  const outputs = {
    Data: {
      ...tableOutputs(tables),
      PublishedBucket: stack.publishedBucket,
      ImportBucket: stack.importBucket,
      UndeliveredEvents: queueUrl('EnquiryUndelivered'),
      PageTopic: 'arn:aws:sns:ap-southeast-2:111122223333:waypost-dev-page',
      TicketTopic: 'arn:aws:sns:ap-southeast-2:111122223333:waypost-dev-ticket',
    },
    Api: { ApiUrl: stack.apiUrl, RestApi: 'abc123' },
    Portal: { PortalUrl: 'https://portal.example.org/' },
    Watch: { UsesImportTriggersUndelivered: 'ImportUndelivered', UsesImportRule: 'waypost-import' },
    Publishing: { PublisherFunction: stack.publisherFunction },
  };
  return {
    stacks: new Map(Object.entries(outputs).map(([name, each]) => [stackName({ name: 'dev' }, name), each])),
    alarms: [],
    deadLetters: new Map(),
    denied: new Set(),
    gatewayKeys: [],
    planKeys: new Map(),
    flushed: [],
    meanwhile: undefined,
    refusal: undefined,
  };
};

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

/** Starts a local stack, whose stores are real, and presents it as the stage `dev` of an AWS account. */
export const startDeployedStage = async () => {
  const stack = await startOperatorStack();
  const described = await describedStack(stack.dataDirectory);
  const account = accountOf(described);
  const server = await listenAndAnswer(async (request, response) => {
    const body = await text(request);
    const agent = request.headers['user-agent'] ?? '';
    if (request.headers['x-amz-target']) answerJson(account, request, body, response);
    else if (agent.includes('api/sts')) answerSts(response);
    else if (agent.includes('api/cloudformation')) answerCloudFormation(account, body, response);
    else await answerGateway(account, request, body, response);
  });
  const close = async () => {
    server.close();
    await stack.close();
  };
  return { account, environment: environmentOf(described, server.url), stack, close };
};
export type StartedStage = Awaited<ReturnType<typeof startDeployedStage>>;
