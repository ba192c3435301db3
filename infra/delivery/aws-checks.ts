import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { routes } from '../routes/routes.ts';
import { authoriserReservedConcurrency } from '../stages/limits.ts';
import { bootstrapQualifier, stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';

/** An error that the person who deploys can fix. It is shown without a stack trace. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/**
 * Checks that a region and credentials are set in the places where the CDK CLI looks for them: environment variables,
 * the profile in `AWS_PROFILE`, and the machine's role. Throws DeliveryError, which says how to provide what is
 * missing.
 */
export const requireAwsAccess = async (): Promise<void> => {
  const client = new STSClient();
  const profile = process.env.AWS_PROFILE;
  const hasRegion = await client.config.region().then(
    () => true,
    () => false,
  );
  const noRegion = new DeliveryError(`No AWS region is set. Choose where the stage is deployed:
  export AWS_REGION=ap-southeast-2      or a region in your profile (aws configure)`);
  // A profile that does not exist also has no region, but the missing region is not the fault to report.
  if (!hasRegion && !profile) throw noRegion;
  await client.config.credentials().catch((error: unknown) => {
    throw new DeliveryError(noCredentialsMessage(reasonOf(error), profile));
  });
  if (!hasRegion) throw noRegion;
};

const noCredentialsMessage = (reason: string, profile: string | undefined): string =>
  // The SDK also gives this reason if the profile does not exist.
  profile && /^Could not load credentials from any providers/.test(reason)
    ? `Your AWS configuration has no profile ${profile}, or no credentials for it.
  aws configure list-profiles           lists the profiles
  aws sso login --profile ${profile}    if the profile uses SSO`
    : `No credentials for AWS: ${reason}
  aws sso login --profile NAME          then --profile NAME, or export AWS_PROFILE=NAME
  aws configure                         for your own access keys
A workflow on GitHub gets them from its role: see the environment's variable AWS_DEPLOY_ROLE_ARN.`;

/** Number of concurrent executions per account and region that must be neither reserved nor provisioned. */
const unreservable = 100;

/**
 * Checks that the account's quota allows the concurrency that a stage reserves beside the account's other functions.
 * New accounts may have a quota of only 10. Throws DeliveryError if the quota is too low. If something cannot be read,
 * prints a note and continues without it, because the role that deploys may have no permissions beyond the CDK's roles.
 */
export const requireConcurrency = async (stage: StageSettings): Promise<void> => {
  const needed = heldConcurrency(stage) + unreservable;
  if (needed === unreservable) return;
  const client = new LambdaClient(regionOf(stage));
  const concurrency = await accountConcurrency(client, stage).catch(
    noteUnread("Lambda's concurrent executions quota"),
  );
  if (concurrency === undefined) return;
  const { quota, reservedByOthers } = concurrency;
  if (quota - reservedByOthers >= needed) return;
  const others = reservedByOthers > 0 ? `, of which other functions reserve ${reservedByOthers}` : '';
  const sufficient = Math.max(1000, needed + reservedByOthers);
  const region = await client.config.region();
  throw new DeliveryError(`Lambda's concurrent executions quota in ${region} is ${quota}${others}, but ${stage.name} needs ${needed}: ${needed - unreservable} for reserved
concurrency and warm instances, and ${unreservable} that must stay available to other functions. The deployment would fail halfway.
Request a higher quota, for example ${sufficient}:
  aws service-quotas request-service-quota-increase --region ${region} \\
      --service-code lambda --quota-code L-B99A9384 --desired-value ${sufficient}
or, until you have it, set reserveConcurrency to false and provisionedConcurrency to 0 in infra/stages/stages.ts.`);
};

/**
 * Returns the number of concurrent executions that a stage holds for its functions: for each function, the greater of
 * its reserved concurrency and its warm instances.
 */
export const heldConcurrency = ({
  provisionedConcurrency: warm,
  reserveConcurrency,
  limits,
}: StageSettings): number => {
  const held = (reserved: number | undefined, warmInstances: number) =>
    Math.max(reserveConcurrency ? (reserved ?? 0) : 0, warmInstances);
  const ofOperations = routes.map(({ operationId, access }) =>
    held(
      limits.operations[operationId].reservedConcurrency,
      access.includes('published:read') ? warm.catalogue : 0,
    ),
  );
  return ofOperations.reduce((sum, each) => sum + each, held(authoriserReservedConcurrency, warm.authoriser));
};

/**
 * Returns the quota of concurrent executions and the part of it that functions outside of the stage reserve, or
 * undefined if the credentials belong to a different account than the stage.
 */
const accountConcurrency = async (
  client: LambdaClient,
  stage: StageSettings,
): Promise<{ readonly quota: number; readonly reservedByOthers: number } | undefined> => {
  const inTime = { abortSignal: AbortSignal.timeout(10_000) };
  if (stage.environment) {
    const { account } = stage.environment;
    const identity = await new STSClient(regionOf(stage)).send(new GetCallerIdentityCommand(), inTime);
    if (identity.Account !== account) {
      process.stderr.write(
        `Lambda's quota is not checked: ${stage.name} belongs to the account ${account},
but these credentials are for ${identity.Account}.\n`,
      );
      return undefined;
    }
  }
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand(), inTime);
  const { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
  if (quota === undefined || unreserved === undefined) return undefined;
  const reserved = quota - unreserved;
  if (reserved === 0) return { quota, reservedByOthers: 0 };
  const ofStage = await reservedByStage(client, stage, inTime).catch(
    noteUnread('The concurrency that functions reserve'),
  );
  // If unknown, all of it may be the stage's own.
  return { quota, reservedByOthers: reserved - (ofStage ?? reserved) };
};

/** Creates a function that prints a note about an error, and returns undefined. */
const noteUnread =
  (what: string) =>
  (error: unknown): undefined => {
    process.stderr.write(`${what} could not be read: ${reasonOf(error)}\n`);
  };

/** Returns the concurrency that the deployed functions of a stage reserve. */
const reservedByStage = async (
  client: LambdaClient,
  stage: StageSettings,
  inTime: { readonly abortSignal: AbortSignal },
): Promise<number> => {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}, inTime)) {
    names.push(...Functions.map(({ FunctionName = '' }) => FunctionName));
  }
  const ofFunctions = await Promise.all(
    names
      .filter((name) => name.startsWith(stackName(stage, '')))
      .map((name) => client.send(new GetFunctionConcurrencyCommand({ FunctionName: name }), inTime)),
  );
  return ofFunctions.reduce(
    (sum, { ReservedConcurrentExecutions = 0 }) => sum + ReservedConcurrentExecutions,
    0,
  );
};

/**
 * Returns the reason for a failed CDK run and the remedy, if the reason is a common one: the account was never
 * bootstrapped, or AWS cannot be reached. Otherwise returns undefined.
 */
export const whyCdkFailed = async (stage: StageSettings): Promise<string | undefined> => {
  const client = new CloudFormationClient({
    ...regionOf(stage),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  try {
    await client.send(new DescribeStacksCommand({ StackName: stackName(stage, 'Bootstrap') }));
    return undefined;
  } catch (error) {
    const region = await client.config.region();
    const reason = reasonOf(error);
    // CloudFormation has no error code for a stack that does not exist.
    if (/\bdoes not exist\b/.test(reason)) {
      return `This account has no bootstrap stack for ${stage.name} in ${region}. Create it once (docs/operations.md,
Before the first deployment): npx cdk bootstrap --qualifier ${bootstrapQualifier(stage)} …`;
    }
    if (!connectionError.safeParse(error).success) return undefined;
    return `AWS cannot be reached in ${region}: ${reason}
Check the network (proxy, VPN), the region, and AWS_ENDPOINT_URL or endpoint_url in your AWS configuration.`;
  }
};

/** Connection errors. System errors have a code, and timeouts have this name. */
const connectionError = z.union([
  z.object({ code: z.string() }),
  z.object({ name: z.literal('TimeoutError') }),
]);

/** Returns a client's option for the stage's region, or none if the credentials decide it. */
export const regionOf = ({ environment }: StageSettings) =>
  environment ? { region: environment.region } : {};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
