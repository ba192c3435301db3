import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { DeliveryError, reasonOf } from './delivery-error.ts';
import { heldConcurrency } from './held-concurrency.ts';

/** Of an account's concurrent executions in a region, those that Lambda lets nobody reserve or keep warm. */
const keptByLambda = 100;

const patienceMilliseconds = 10_000;

const tooSmall = (stage: StageSettings, quota: number, region: string): string => {
  const needed = heldConcurrency(stage) + keptByLambda;
  return `The quota of Lambda's concurrent executions in ${region} is ${quota}, and ${stage.name} needs ${needed}: it reserves or keeps warm
${heldConcurrency(stage)}, and ${keptByLambda} must be left to other functions. Its creation would fail half-way. Ask for more, 1,000 say:
  aws service-quotas request-service-quota-increase --region ${region} \\
      --service-code lambda --quota-code L-B99A9384 --desired-value 1000
or leave writersReservedConcurrency out, and provisionedConcurrency at 0, in infra/stages/stages.ts until you have it.`;
};

const inTime = () => ({ abortSignal: AbortSignal.timeout(patienceMilliseconds) });

const note = (text: string): void => void process.stderr.write(`${text}\n`);

/** The account that the credentials are of, which those of `aws configure` do not tell by themselves. */
const accountOf = async ({ config }: LambdaClient): Promise<string | undefined> => {
  const credentials = await config.credentials();
  if (credentials.accountId !== undefined) return credentials.accountId;
  const client = new STSClient({ credentials, region: await config.region() });
  try {
    const { Account } = await client.send(new GetCallerIdentityCommand({}), inTime());
    return Account;
  } finally {
    client.destroy();
  }
};

/** Undefined where the credentials are of another account than the stage belongs into. */
const quotaOf = async (client: LambdaClient, stage: StageSettings): Promise<number | undefined> => {
  const belongsInto = stage.environment?.account;
  const account = belongsInto === undefined ? undefined : await accountOf(client);
  if (account !== belongsInto) {
    note(
      `Lambda's quota is not looked at: ${stage.name} belongs into the account ${belongsInto},
and these credentials are of ${account ?? 'none that STS names'}.`,
    );
    return undefined;
  }
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}), inTime());
  return AccountLimit?.ConcurrentExecutions;
};

/**
 * Looks whether Lambda would let the account have the instances that a stage keeps for itself: new accounts have as few
 * as 10. Throws DeliveryError where it surely would not. Says so and goes on where Lambda may not be asked or does not
 * answer: whoever deploys by a role may have nothing but the CDK's roles.
 */
export const requireConcurrency = async (stage: StageSettings, profile?: string): Promise<void> => {
  if (heldConcurrency(stage) === 0) return;
  const client = new LambdaClient({
    ...(profile !== undefined && { profile }),
    ...(stage.environment && { region: stage.environment.region }),
  });
  try {
    const quota = await quotaOf(client, stage).catch((error: unknown) => {
      note(`It is not known how many concurrent executions Lambda allows: ${reasonOf(error)}`);
      return undefined;
    });
    if (quota !== undefined && quota < heldConcurrency(stage) + keptByLambda) {
      throw new DeliveryError(tooSmall(stage, quota, await client.config.region()));
    }
  } finally {
    client.destroy();
  }
};
