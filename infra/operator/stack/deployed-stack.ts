import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import type { PublicationRequest } from '../../../shared/domain/publication/publication.ts';
import { asWord } from '../../local/command-words.ts';
import { stackName } from '../../stages/stage-names.ts';
import { stages } from '../../stages/stages.ts';
import { OperatorError } from '../errors.ts';
import { apiGateway } from './api-gateway.ts';
import { awsFailure, callAws, errorName } from './aws-failure.ts';
import { type Invocation, type OperatedStack, operatorLimits } from './operated-stack.ts';
import type { DeployedStageName } from './stack-options.ts';

/**
 * Opens a stage on AWS, found by the outputs of its stacks in the account of the environment's credentials. Its region is
 * the one given, otherwise that of the stage's settings or the environment. Throws OperatorError.
 */
export const deployedStack = async (
  stage: DeployedStageName,
  givenRegion: string | undefined,
): Promise<OperatedStack> => {
  const { environment, authoriserCacheSeconds, catalogueCheckSeconds, publishEveryMinutes } = stages[stage];
  const region = givenRegion ?? environment?.region;
  const outputs = await readStageOutputs(stage, region);
  const database = documentClient({ ...operatorLimits, region });
  const client = s3Client({ ...operatorLimits, region });
  return {
    command: (words) => `${words} --stage ${stage}${givenRegion ? ` --region ${asWord(givenRegion)}` : ''}`,
    tables: {
      locations: outputs.LocationsTable,
      capabilities: outputs.CapabilitiesTable,
      billers: outputs.BillersTable,
      enquiries: outputs.EnquiriesTable,
      apiKeys: outputs.ApiKeysTable,
      apiKeyEvents: outputs.ApiKeyEventsTable,
      apiKeyUse: outputs.ApiKeyUseTable,
    },
    apiUrl: outputs.ApiUrl,
    maxUncheckedSeconds: maxUncheckedSeconds(catalogueCheckSeconds),
    authoriserCacheSeconds,
    actor: () => callerIdentity(region),
    keyEnvironment: stage === 'prod' ? 'live' : 'test',
    database,
    published: sdkBucket(client, outputs.PublishedBucket),
    imports: sdkBucket(client, outputs.ImportBucket),
    gateway: apiGateway(stage, outputs.RestApi, region),
    invokePublisher: (request) => invokePublisher(outputs.PublisherFunction, region, request),
    readKey: async () => process.env.AUTH_KEY || undefined,
    keySource: 'AUTH_KEY',
    queuedFiles: async () => undefined,
    isSample: async () => false,
    markSampleReplaced: async () => {},
    nextRun: async () => ({ period: publishEveryMinutes * 60_000 }),
    // Alarms watch its queues.
    deadLetters: async () => undefined,
    redrive: async () => {
      throw new OperatorError('dead letters of a stage are redriven in SQS', {
        remedy: 'In the console of SQS, start a redrive of the queue …Undelivered…',
      });
    },
    close: () => {
      database.destroy();
      client.destroy();
    },
  };
};

const name = z.string().min(1);

/** Outputs of the stacks of a stage, by the stack that has them. */
const outputsOfPart = {
  Data: z.object({
    LocationsTable: name,
    CapabilitiesTable: name,
    BillersTable: name,
    EnquiriesTable: name,
    ApiKeysTable: name,
    ApiKeyEventsTable: name,
    ApiKeyUseTable: name,
    PublishedBucket: name,
    ImportBucket: name,
  }),
  Api: z.object({ ApiUrl: z.url(), RestApi: name }),
  Publishing: z.object({ PublisherFunction: name }),
};

const readStageOutputs = async (stage: DeployedStageName, region: string | undefined) => {
  const client = new CloudFormationClient({ region });
  // In turn: what is wrong with the first is wrong with all, and is reported once.
  const data = await readOutputs(client, stage, 'Data', outputsOfPart.Data);
  const api = await readOutputs(client, stage, 'Api', outputsOfPart.Api);
  const publishing = await readOutputs(client, stage, 'Publishing', outputsOfPart.Publishing);
  return { ...data, ...api, ...publishing };
};

const readOutputs = async <T>(
  client: CloudFormationClient,
  stage: DeployedStageName,
  part: string,
  schema: z.ZodType<T>,
): Promise<T> => {
  const StackName = stackName({ name: stage }, part);
  const remedy = `To deploy it: npm run deploy -- ${stage}`;
  const { Stacks = [] } = await client
    .send(new DescribeStacksCommand({ StackName }))
    .catch(async (cause: unknown) => {
      if (!isUnknownStack(cause)) throw awsFailure(`reading the stack ${StackName}`, cause);
      throw new OperatorError(
        `the stage ${stage} is not deployed to ${await client.config.region()} by the account of these credentials: it has no stack ${StackName}`,
        {
          code: 'no_stack',
          remedy: `${remedy}; or name another region with --region, another account with AWS_PROFILE`,
          cause,
        },
      );
    });
  const outputs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  const parsed = schema.safeParse(Object.fromEntries(outputs));
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    `the stack ${StackName} was deployed by another version of Waypost, or not completely: ${z.prettifyError(parsed.error)}`,
    { remedy },
  );
};

/** CloudFormation has no specific error for it. */
const isUnknownStack = (error: unknown): boolean =>
  errorName(error) === 'ValidationError' && error instanceof Error && /does not exist/.test(error.message);

const identity = z.object({ Arn: z.string().min(1) });

/** Returns the ARN of the user or role that the credentials belong to; AWS needs no permission for that. */
const callerIdentity = (region: string | undefined): Promise<string> =>
  callAws('asking AWS whose credentials these are', async () => {
    const client = new STSClient({ region });
    return identity.parse(await client.send(new GetCallerIdentityCommand({}))).Arn;
  });

/** Lambda gives the publisher 15 minutes, and responds when it has ended. */
const publishMilliseconds = 16 * 60_000;

const invokePublisher = (
  functionName: string,
  region: string | undefined,
  request: PublicationRequest,
): Promise<Invocation> =>
  callAws(`invoking ${functionName}`, async () => {
    const client = new LambdaClient({
      region,
      // A retry after a lost response would publish twice.
      maxAttempts: 1,
      requestHandler: { requestTimeout: publishMilliseconds, throwOnRequestTimeout: true },
    });
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
    );
    const body: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
    return { body, failed: FunctionError !== undefined };
  });
