import { alarmName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { callAws } from './aws-failure.ts';
import type { StageWatch } from './operated-stack.ts';

/** Reads the raised alarms and the dead letters of a stage. `readQueues` returns the queues' URLs by name. */
export const stageWatch = (
  stage: StageName,
  region: string | undefined,
  readQueues: () => Promise<Readonly<Record<string, string>>>,
): StageWatch => {
  const config = { region, requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true } };
  /** URLs of the queues. They are read only once, because the console sends requests every few seconds. */
  let queues: Readonly<Record<string, string>> | undefined;
  return {
    alarms: () =>
      callAws('calling cloudwatch:DescribeAlarms', async () => {
        // Loaded here, because only the console needs the client.
        const { CloudWatchClient, paginateDescribeAlarms } = await import('@aws-sdk/client-cloudwatch');
        const AlarmNamePrefix = alarmName({ name: stage }, '');
        const pages = paginateDescribeAlarms(
          { client: new CloudWatchClient(config) },
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
      queues ??= await readQueues();
      const urls = Object.entries(queues);
      return callAws('calling sqs:GetQueueAttributes', async () => {
        const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
        // A queue's URL names the public endpoint, even if AWS_ENDPOINT_URL sets another.
        const client = new SQSClient({ ...config, useQueueUrlAsEndpoint: false });
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const counts = urls.map(async ([queue, QueueUrl]) => {
          const { Attributes } = await client.send(
            new GetQueueAttributesCommand({ QueueUrl, AttributeNames }),
          );
          return { queue, letters: Number(Attributes?.ApproximateNumberOfMessages) };
        });
        return Promise.all(counts);
      });
    },
  };
};
