import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

export interface MetricSumProps {
  /** What one of them is, in lower case: they are called so in the expression, each with its number. */
  readonly each: string;
  readonly metrics: readonly IMetric[];
  readonly period: Duration;
  readonly label?: string;
}

/** Adds up what there is of these metrics, as one that an alarm can watch. CloudWatch takes ten into an alarm at most. */
export const metricSum = ({ each, metrics, ...props }: MetricSumProps): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${each}${index}`, metric])),
    ...props,
  });
