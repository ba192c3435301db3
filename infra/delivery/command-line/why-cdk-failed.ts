import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { reasonOf } from './delivery-error.ts';

/** What `cdk bootstrap` calls its stack. */
const bootstrapStack = 'CDKToolkit';

/** Nobody waits long for the reason of a failure. */
const patience = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

const notPrepared = (
  region: string,
) => `This account has never been deployed to by the CDK in ${region}. Prepare it once:
  npx cdk bootstrap`;

const unreachable = (region: string, reason: string) => `AWS cannot be reached in ${region}: ${reason}
Look at the network (a proxy, a VPN), at the region, and at AWS_ENDPOINT_URL or endpoint_url in your AWS configuration.`;

/** Errors of a connection: those of the system have a code, and a timeout its name. */
const ofConnection = z.union([z.object({ code: z.string() }), z.object({ name: z.literal('TimeoutError') })]);

/** CloudFormation has no error of its own for it. */
const saysNoSuchStack = (error: unknown): boolean => /\bdoes not exist\b/.test(reasonOf(error));

/**
 * Looks for the usual reasons of a run of the CDK that failed, and says what to do: the account was never prepared, or
 * AWS cannot be reached. Undefined where it is neither, or AWS does not say.
 */
export const whyCdkFailed = async (
  { environment }: StageSettings,
  profile?: string,
): Promise<string | undefined> => {
  const client = new CloudFormationClient({
    ...(profile !== undefined && { profile }),
    ...(environment && { region: environment.region }),
    ...patience,
  });
  try {
    await client.send(new DescribeStacksCommand({ StackName: bootstrapStack }));
    return undefined;
  } catch (error) {
    const region = await client.config.region();
    if (saysNoSuchStack(error)) return notPrepared(region);
    return ofConnection.safeParse(error).success ? unreachable(region, reasonOf(error)) : undefined;
  } finally {
    client.destroy();
  }
};
