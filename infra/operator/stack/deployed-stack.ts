import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import type { PublicationRequest } from '../../../shared/domain/publication/publication.ts';
import { asWord } from '../../local/command-words.ts';
import { dashboardName, stackName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { stages } from '../../stages/stages.ts';
import { errorMessage, OperatorError } from '../errors.ts';
import { apiGateway } from './api-gateway.ts';
import { awsFailure, callAws, errorName } from './aws-failure.ts';
import { type Invocation, type OperatedStack, operatorLimits } from './operated-stack.ts';
import { stageWatch } from './stage-watch.ts';

/** Opens a stage in the environment's account, by default in its settings' region. Throws OperatorError. */
export const deployedStack = async (
  stage: StageName,
  givenRegion: string | undefined,
): Promise<OperatedStack> => {
  const { environment, firewall, authoriserCacheSeconds, catalogueCheckSeconds, publishEveryMinutes } =
    stages[stage];
  const region = givenRegion ?? environment?.region;
  const read = outputReader(stage, region);
  // Read one after the other, so that a problem that affects all stacks is reported only once.
  const data = await read('Data', outputs.data);
  const api = await read('Api', outputs.api);
  const { PublisherFunction: publisher } = await read('Publishing', outputs.publishing);
  const database = documentClient({ ...operatorLimits, region });
  const client = s3Client({ ...operatorLimits, region });
  return {
    command: (words) => `${words} --stage ${stage}${givenRegion ? ` --region ${asWord(givenRegion)}` : ''}`,
    tables: {
      locations: data.LocationsTable,
      capabilities: data.CapabilitiesTable,
      locationChanges: data.LocationChangesTable,
      billers: data.BillersTable,
      enquiries: data.EnquiriesTable,
      apiKeys: data.ApiKeysTable,
      apiKeyEvents: data.ApiKeyEventsTable,
      apiKeyUse: data.ApiKeyUseTable,
    },
    apiUrl: api.ApiUrl,
    maxUncheckedSeconds: maxUncheckedSeconds(catalogueCheckSeconds),
    authoriserCacheSeconds,
    // This call needs no permission.
    actor: () =>
      callAws('identifying the AWS credentials', async () => {
        const { Arn } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
        return name.parse(Arn);
      }),
    hasFirewall: firewall,
    portalOrigins: async () => [new URL((await read('Portal', outputs.portal)).PortalUrl).origin],
    keyEnvironment: stage === 'prod' ? 'live' : 'test',
    database,
    published: sdkBucket(client, data.PublishedBucket),
    imports: sdkBucket(client, data.ImportBucket),
    gateway: apiGateway(stage, api.RestApi, region),
    invokePublisher: (request) => invokePublisher(publisher, region, request),
    readKey: async () => process.env.AUTH_KEY || undefined,
    keySource: 'AUTH_KEY',
    queuedFiles: async () => undefined,
    isSample: async () => false,
    markSampleReplaced: async () => {},
    nextRun: async () => ({ period: publishEveryMinutes * 60_000 }),
    // Alarms watch the dead-letter queues.
    deadLetters: async () => undefined,
    redrive: async () => {
      throw new OperatorError('dead letters of a stage must be redriven in SQS', {
        remedy: `In the SQS console, redrive the queue whose name contains ImportTriggersUndelivered or, for reports less than an hour old, AvailabilityReportsUndelivered. The other two cannot be redriven: for PublicationTriggersUndelivered, run \`waypost publish --stage ${stage}\` and purge the queue; for EnquiryEventsUndelivered, announce the enquiries again (see docs/operations.md)`,
      });
    },
    watch: stageWatch(stage, region, async () =>
      deadLetterQueues(data.UndeliveredEvents, await read('Watch', outputs.watch)),
    ),
    dashboard: `https://console.aws.amazon.com/cloudwatch/home?region=${await client.config.region()}#dashboards/dashboard/${dashboardName({ name: stage })}`,
    close: () => {
      database.destroy();
      client.destroy();
    },
  };
};

const name = z.string().min(1);

const outputs = {
  data: z.object({
    LocationsTable: name,
    CapabilitiesTable: name,
    LocationChangesTable: name,
    BillersTable: name,
    EnquiriesTable: name,
    ApiKeysTable: name,
    ApiKeyEventsTable: name,
    ApiKeyUseTable: name,
    PublishedBucket: name,
    ImportBucket: name,
    UndeliveredEvents: z.url(),
  }),
  api: z.object({ ApiUrl: z.url(), RestApi: name }),
  publishing: z.object({ PublisherFunction: name }),
  portal: z.object({ PortalUrl: z.url() }),
  watch: z.record(z.string(), z.string()),
};

/** Returns the URLs of the dead-letter queues, by names such as `Import triggers`. */
const deadLetterQueues = (
  undeliveredEvents: string,
  watch: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const queues = Object.entries(watch).flatMap(([output, queue]) => {
    const [, owner] = /^Uses(\w+)Undelivered$/.exec(output) ?? [];
    // URLs of queues in the same account and region differ only in the name.
    const words = owner?.replaceAll(/(?<=.)[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
    return words === undefined ? [] : [[words, new URL(queue, undeliveredEvents).href] as const];
  });
  return { 'Enquiry events': undeliveredEvents, ...Object.fromEntries(queues) };
};

/** Returns a function that reads the outputs of one of a stage's stacks. The function throws OperatorError. */
const outputReader = (stage: StageName, region: string | undefined) => {
  const client = new CloudFormationClient({ region });
  const remedy = `To deploy it: npm run deploy -- ${stage}`;
  return async <T>(part: string, schema: z.ZodType<T>): Promise<T> => {
    const StackName = stackName({ name: stage }, part);
    const { Stacks = [] } = await client
      .send(new DescribeStacksCommand({ StackName }))
      .catch(async (cause: unknown) => {
        // CloudFormation has no specific error for a stack that does not exist.
        if (errorName(cause) !== 'ValidationError' || !/does not exist/.test(errorMessage(cause)))
          throw awsFailure(`reading the stack ${StackName}`, cause);
        throw new OperatorError(
          `stage ${stage} is not deployed in ${await client.config.region()} in the AWS account of your credentials: stack ${StackName} does not exist`,
          {
            code: 'no_stack',
            remedy: `${remedy}; or select another region with --region, or another account with AWS_PROFILE`,
            cause,
          },
        );
      });
    const found = (Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
    const parsed = schema.safeParse(Object.fromEntries(found));
    if (parsed.success) return parsed.data;
    throw new OperatorError(
      `the stack ${StackName} was deployed by another version of Waypost, or only partly deployed: ${z.prettifyError(parsed.error)}`,
      { remedy },
    );
  };
};

/** Longer than the publisher's timeout of 15 minutes, after which Lambda responds. */
const publishMilliseconds = 16 * 60_000;

const invokePublisher = (
  functionName: string,
  region: string | undefined,
  request: PublicationRequest,
): Promise<Invocation> =>
  callAws(`invoking ${functionName}`, async () => {
    const client = new LambdaClient({
      region,
      // Retrying after a lost response would publish twice.
      maxAttempts: 1,
      requestHandler: { requestTimeout: publishMilliseconds, throwOnRequestTimeout: true },
    });
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
    );
    const body: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
    return { body, failed: FunctionError !== undefined };
  });
