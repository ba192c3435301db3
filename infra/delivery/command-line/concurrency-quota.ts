import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
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

/** Undefined where the credentials are not known to be of the account that the stage belongs into. */
const quotaOf = async (client: LambdaClient, { environment }: StageSettings): Promise<number | undefined> => {
  const { accountId } = await client.config.credentials();
  if (environment !== undefined && environment.account !== accountId) return undefined;
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}), {
    abortSignal: AbortSignal.timeout(patienceMilliseconds),
  });
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
      process.stderr.write(
        `Lambda does not say how many concurrent executions it allows: ${reasonOf(error)}\n`,
      );
      return undefined;
    });
    if (quota !== undefined && quota < heldConcurrency(stage) + keptByLambda) {
      throw new DeliveryError(tooSmall(stage, quota, await client.config.region()));
    }
  } finally {
    client.destroy();
  }
};
