import * as z from 'zod';
import { propertiesOf, type SynthesisedTemplate } from './synthesised-stage.ts';

const metric = z
  .object({
    Namespace: z.string(),
    MetricName: z.string(),
    Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
  })
  .transform(({ Namespace, MetricName, Dimensions }) => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }));
/** Metric that an alarm or widget uses, with dimension values as in the template. */
export type WatchedMetric = z.infer<typeof metric>;

const partOfMath = z.object({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric: metric, Period: z.int() }).optional(),
});

const alarm = z.looseObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).default([]),
  OKActions: z.array(z.unknown()).default([]),
  ComparisonOperator: z.string(),
  EvaluationPeriods: z.int(),
  Period: z.int().default(0),
  Metrics: z.array(partOfMath).optional(),
  TreatMissingData: z.string(),
});

const [hour, day] = [3_600, 86_400];

export const alarmsOf = (template: SynthesisedTemplate) =>
  propertiesOf(template, 'AWS::CloudWatch::Alarm').map((properties) => {
    const parsed = alarm.parse(properties);
    const math = parsed.Metrics?.flatMap(({ MetricStat = [] }) => MetricStat);
    const period = Math.max(parsed.Period, ...(math ?? []).map(({ Period }) => Period));
    return Object.assign(parsed, {
      watched: math?.map(({ Metric }) => Metric) ?? [metric.parse(properties)],
      /** Time in seconds over which the alarm is evaluated. */
      seconds: parsed.EvaluationPeriods * period,
      /** CloudWatch allows an evaluation time of up to a week, or up to a day if the period is shorter than an hour. */
      maxSeconds: period < hour ? day : 7 * day,
    });
  });
export type SynthesisedAlarm = ReturnType<typeof alarmsOf>[number];
