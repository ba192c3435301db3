import * as z from 'zod';
import { functionNameIn } from './arn-names.ts';
import type { DeployedSchedule } from './deployed-events.ts';
import { asyncInvocationOf } from './read-async-invocation.ts';
import { readProperties, unsupported } from './read-properties.ts';
import type { ResolvedResource } from './resolved-resource.ts';

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

const scheduleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: z.object({
    Arn: z.string(),
    Input: json.default({}),
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

/**
 * The scheduler's own retries and queue are for events that it cannot hand to Lambda, which does not happen on this
 * machine. From there on Lambda retries, as for each asynchronous invocation.
 */
const toSchedule = (resource: ResolvedResource, resources: readonly ResolvedResource[]): DeployedSchedule => {
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
    ...asyncInvocationOf(resources, functionName, Target.Arn),
  };
};

/** The schedules of the templates. Throws UnsupportedTemplate, which names the one it is about. */
export const readSchedules = (resources: readonly ResolvedResource[]): readonly DeployedSchedule[] =>
  resources
    .filter(({ type }) => type === 'AWS::Scheduler::Schedule')
    .map((resource) => toSchedule(resource, resources));
