import * as z from 'zod';
import { lazy, retryingLazy } from '../../../shared/domain/lazy.ts';
import { alarmName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { callAws } from './aws-failure.ts';

export type StageWatch = ReturnType<typeof stageWatch>;

/**
 * Reads a stage's raised alarms, and the approximate number of dead letters in each queue. `readQueues` returns the
 * queues' URLs by name. Methods throw OperatorError, which names a missing permission.
 */
export const stageWatch = (
  stage: StageName,
  region: string | undefined,
  readQueues: () => Promise<Readonly<Record<string, string>>>,
) => {
  const config = { region, requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true } };
  // Created when they are first used, because only the console needs these clients.
  const cloudWatch = lazy(async () => {
    const { CloudWatchClient, paginateDescribeAlarms } = await import('@aws-sdk/client-cloudwatch');
    return { client: new CloudWatchClient(config), paginateDescribeAlarms };
  });
  const sqs = lazy(async () => {
    const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
    // A queue's URL names the public endpoint, even if AWS_ENDPOINT_URL sets another.
    return { client: new SQSClient({ ...config, useQueueUrlAsEndpoint: false }), GetQueueAttributesCommand };
  });
  // Read only once, because the console sends requests every few seconds.
  const queues = retryingLazy(readQueues);
  return {
    alarms: () =>
      callAws('calling cloudwatch:DescribeAlarms', async () => {
        const { client, paginateDescribeAlarms } = await cloudWatch();
        const AlarmNamePrefix = alarmName({ name: stage }, '');
        const pages = paginateDescribeAlarms(
          { client },
          { StateValue: 'ALARM', AlarmNamePrefix, AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] },
        );
        const raised = (await Array.fromAsync(pages)).flatMap(
          ({ CompositeAlarms = [], MetricAlarms = [] }) => [...CompositeAlarms, ...MetricAlarms],
        );
        return raised.map(({ AlarmName: name = '', AlarmDescription: description = '', ...alarm }) => ({
          name,
          description,
          since: alarm.StateUpdatedTimestamp?.toISOString() ?? '',
        }));
      }),
    deadLetters: async () => {
      const urls = Object.entries(await queues());
      return callAws('calling sqs:GetQueueAttributes', async () => {
        const { client, GetQueueAttributesCommand } = await sqs();
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const counts = urls.map(async ([queue, QueueUrl]) => {
          const { Attributes } = await client.send(
            new GetQueueAttributesCommand({ QueueUrl, AttributeNames }),
          );
          return { queue, letters: z.coerce.number().parse(Attributes?.ApproximateNumberOfMessages) };
        });
        return Promise.all(counts);
      });
    },
  };
};
