import aws4 from 'aws4';
import * as z from 'zod';
import { alarmName } from '../../stages/stage-names.ts';
import type { StageName } from '../../stages/stage-settings.ts';
import { callAws } from './aws-failure.ts';
import type { StageWatch } from './operated-stack.ts';

interface AwsAccess {
  readonly region: () => Promise<string>;
  readonly credentials: () => Promise<{
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  }>;
}

/** Reads the raised alarms and the dead letters of a stage. `readQueues` returns the queues' URLs by name. */
export const stageWatch = (
  stage: StageName,
  access: AwsAccess,
  readQueues: () => Promise<Readonly<Record<string, string>>>,
): StageWatch => {
  /** URLs of the queues. They are read only once, because the console sends requests every few seconds. */
  let queues: Readonly<Record<string, string>> | undefined;
  return {
    async alarms() {
      const action = 'cloudwatch:DescribeAlarms';
      const raised: z.infer<typeof alarm>[] = [];
      let NextToken: string | undefined;
      do {
        const page = await callJson(access, cloudWatch, action, describedAlarms, {
          StateValue: 'ALARM',
          AlarmNamePrefix: alarmName({ name: stage }, ''),
          AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
          MaxRecords: 100,
          NextToken,
        });
        raised.push(...page.CompositeAlarms, ...page.MetricAlarms);
        ({ NextToken } = page);
      } while (NextToken !== undefined);
      return raised.map(({ AlarmName: name, AlarmDescription: description, StateUpdatedTimestamp }) => ({
        name,
        description,
        since: new Date(StateUpdatedTimestamp * 1_000).toISOString(),
      }));
    },
    async deadLetters() {
      const action = 'sqs:GetQueueAttributes';
      const AttributeNames = ['ApproximateNumberOfMessages'];
      queues ??= await readQueues();
      const counts = Object.entries(queues).map(async ([queue, QueueUrl]) => {
        const { Attributes } = await callJson(access, sqs, action, attributes, { QueueUrl, AttributeNames });
        return { queue, letters: Attributes.ApproximateNumberOfMessages };
      });
      return Promise.all(counts);
    },
  };
};

/** A service that uses the AWS JSON 1.0 protocol. Two read-only calls do not justify an SDK client. */
interface JsonService {
  /** Name of the service in host names and signatures. */
  readonly host: string;
  readonly endpointVariable: string;
  /** Prefix of the operation in the X-Amz-Target header. */
  readonly target: string;
}

const cloudWatch: JsonService = {
  host: 'monitoring',
  endpointVariable: 'AWS_ENDPOINT_URL_CLOUDWATCH',
  target: 'GraniteServiceVersion20100801',
};
const sqs: JsonService = { host: 'sqs', endpointVariable: 'AWS_ENDPOINT_URL_SQS', target: 'AmazonSQS' };

const alarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string().default(''),
  /** Time of the last state change in epoch seconds. */
  StateUpdatedTimestamp: z.number(),
});
const describedAlarms = z.object({
  MetricAlarms: z.array(alarm).default([]),
  CompositeAlarms: z.array(alarm).default([]),
  NextToken: z.string().optional(),
});
const attributes = z.object({ Attributes: z.object({ ApproximateNumberOfMessages: z.coerce.number() }) });

/** Schema of an error. Services differ in the capitalisation of `message`. */
const failure = z.object({
  __type: z.string().default(''),
  message: z.string().optional(),
  Message: z.string().optional(),
});

const timeoutMilliseconds = 10_000;

/** Calls an operation. `action` is the required permission, and contains its name. Throws OperatorError. */
const callJson = <Reply>(
  access: AwsAccess,
  { host, endpointVariable, target }: JsonService,
  action: string,
  reply: z.ZodType<Reply>,
  input: object,
): Promise<Reply> =>
  callAws(`calling ${action}`, async () => {
    const region = await access.region();
    const given = process.env[endpointVariable] || process.env.AWS_ENDPOINT_URL;
    const url = new URL(given ?? `https://${host}.${region}.amazonaws.com`);
    const body = JSON.stringify(input);
    const { headers } = aws4.sign(
      {
        service: host,
        region,
        method: 'POST',
        host: url.host,
        path: url.pathname,
        headers: {
          'Content-Type': 'application/x-amz-json-1.0',
          'X-Amz-Target': `${target}.${action.split(':')[1]}`,
        },
        body,
      },
      await access.credentials(),
    );
    const {
      Host: _,
      'Content-Length': __,
      ...signed
    } = z.record(z.string(), z.coerce.string()).parse(headers);
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { method: 'POST', headers: signed, body, signal });
    const content: unknown = await response.json().catch(() => ({}));
    if (response.ok) return reply.parse(content);
    const { __type, Message = `status ${response.status}`, message = Message } = failure.parse(content);
    const name = __type.replace(/^.*#/, '');
    // AWS's own message would quote the signed headers, including the session token.
    const reason = name.includes('Signature') ? 'the signature does not match' : message;
    throw Object.assign(new Error(reason), { name, $metadata: { httpStatusCode: response.status } });
  });
