import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import { stackName } from '../../../stages/stage-names.ts';
import type { StageName } from '../../../stages/stage-settings.ts';
import { OperatorError } from '../../operator-error.ts';
import { awsFailure, errorName } from './aws-failure.ts';

const name = z.string().min(1);

/** What the stacks of a stage say of themselves, by the part that says it. */
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

const deployIt = (stage: StageName) => `To deploy it: npm run deploy -- ${stage}`;

/** CloudFormation has no error of its own for it. */
const saysNoSuchStack = (error: unknown): boolean =>
  errorName(error) === 'ValidationError' && error instanceof Error && /does not exist/.test(error.message);

const read = async <T>(
  client: CloudFormationClient,
  stage: StageName,
  part: string,
  outputs: z.ZodType<T>,
): Promise<T> => {
  const StackName = stackName({ name: stage }, part);
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    const told = (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [
      OutputKey,
      OutputValue,
    ]);
    const parsed = outputs.safeParse(Object.fromEntries(told));
    if (parsed.success) return parsed.data;
    throw new OperatorError(
      `the stack ${StackName} was deployed by another version of Waypost, or not to its end: ${z.prettifyError(parsed.error)}. ${deployIt(stage)}`,
    );
  } catch (error) {
    if (!saysNoSuchStack(error)) throw awsFailure(`reading the stack ${StackName}`, error);
    const region = await client.config.region();
    throw new OperatorError(
      `the stage ${stage} is not deployed to ${region} by the account of these credentials: it has no stack ${StackName}. ${deployIt(stage)}; or name another region with --region, another account with AWS_PROFILE`,
      { cause: error },
    );
  }
};

/** Reads the outputs of a stage's stacks. Throws OperatorError. */
export const readStageOutputs = async (stage: StageName, region: string | undefined) => {
  const client = new CloudFormationClient({ region });
  try {
    // One after the other: what is wrong with the first is wrong with all, and is told once.
    const data = await read(client, stage, 'Data', outputsOfPart.Data);
    const api = await read(client, stage, 'Api', outputsOfPart.Api);
    const publishing = await read(client, stage, 'Publishing', outputsOfPart.Publishing);
    return { ...data, ...api, ...publishing };
  } finally {
    client.destroy();
  }
};
