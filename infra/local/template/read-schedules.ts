import * as z from 'zod';
import { functionNameIn } from './arn-names.ts';
import type { DeployedSchedule } from './deployed-events.ts';
import { deadLetterQueueOf, readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';
import { templateNumber } from './template-number.ts';

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

/** What EventBridge Scheduler takes where nothing is said. */
const retryPolicy = z
  .object({
    MaximumRetryAttempts: templateNumber.default(185),
    MaximumEventAgeInSeconds: templateNumber.default(86_400),
  })
  .prefault({});

const scheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: z.object({
    Arn: z.string(),
    Input: json.default({}),
    RetryPolicy: retryPolicy,
    DeadLetterConfig: z.object({ Arn: z.string().optional() }).default({}),
  }),
});

const rate = /^rate\(([1-9]\d{0,8}) (minute|hour|day)s?\)$/;
const minutesOfUnit = new Map([
  ['minute', 1],
  ['hour', 60],
  ['day', 1_440],
]);

const minutesOf = (resource: ResolvedResource, expression: string): number => {
  const [, count = '', unit = ''] = rate.exec(expression) ?? [];
  const minutes = minutesOfUnit.get(unit);
  if (minutes !== undefined) return Number(count) * minutes;
  throw unsupported(resource, `only rate(n minutes|hours|days) runs on this machine, not ${expression}`);
};

const toSchedule = (resource: ResolvedResource): DeployedSchedule => {
  const { ScheduleExpression, State, Target } = readProperties(scheduleProperties, resource, [
    'StartDate',
    'EndDate',
  ]);
  const functionName = functionNameIn(Target.Arn);
  if (functionName === undefined)
    throw unsupported(resource, `only a function can be its target, not ${Target.Arn}`);
  return {
    name: resource.name,
    enabled: State === 'ENABLED',
    everyMinutes: minutesOf(resource, ScheduleExpression),
    functionName,
    input: Target.Input,
    retryAttempts: Target.RetryPolicy.MaximumRetryAttempts,
    maximumAgeSeconds: Target.RetryPolicy.MaximumEventAgeInSeconds,
    deadLetterQueue: deadLetterQueueOf(resource, Target.DeadLetterConfig.Arn),
  };
};

/** The schedules of the templates. Throws UnsupportedTemplate, which names the one it is about. */
export const readSchedules = (resources: readonly ResolvedResource[]): readonly DeployedSchedule[] =>
  resources.filter(({ type }) => type === 'AWS::Scheduler::Schedule').map(toSchedule);
