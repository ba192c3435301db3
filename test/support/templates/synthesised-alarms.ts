import * as z from 'zod';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

/** Metric that an alarm or widget uses, with dimension values as in the template. */
export interface WatchedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
}

const dimensions = z
  .array(z.object({ Name: z.string(), Value: z.unknown() }))
  .default([])
  .transform((all) => Object.fromEntries(all.map(({ Name, Value }) => [Name, Value])));

const metric = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions }).transform(
  ({ Namespace, MetricName, Dimensions }): WatchedMetric => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Dimensions,
  }),
);

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
  Period: z.int().optional(),
  Metrics: z.array(partOfMath).optional(),
  TreatMissingData: z.string(),
});

export interface SynthesisedAlarm extends z.infer<typeof alarm> {
  readonly watched: readonly WatchedMetric[];
  /** Time in seconds over which the alarm is evaluated. */
  readonly seconds: number;
  /** Maximum evaluation time in seconds that CloudWatch allows for the alarm's period. */
  readonly maxSeconds: number;
}

const hour = 3_600;
const day = 24 * hour;

/** CloudWatch allows an evaluation time of up to a week, or up to a day if the period is shorter than an hour. */
const maxSecondsOf = (period: number): number => (period < hour ? day : 7 * day);

const periodOf = ({ Period, Metrics = [] }: z.infer<typeof alarm>): number =>
  Math.max(Period ?? 0, ...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0));

export const alarmsOf = (template: SynthesisedTemplate): readonly SynthesisedAlarm[] =>
  [...resourcesOfType(template, 'AWS::CloudWatch::Alarm').values()].map(({ Properties }) => {
    const parsed = alarm.parse(Properties);
    const period = periodOf(parsed);
    const ofMath = parsed.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
    return {
      ...parsed,
      watched: ofMath ?? [metric.parse(Properties)],
      seconds: parsed.EvaluationPeriods * period,
      maxSeconds: maxSecondsOf(period),
    };
  });
