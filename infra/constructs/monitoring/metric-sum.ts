import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

export interface MetricSumProps {
  /** Lower-case name of one metric, numbered in the expression. */
  readonly each: string;
  readonly metrics: readonly IMetric[];
  readonly period: Duration;
  readonly label?: string;
}

/** Creates the sum of the existing metrics, for one alarm; CloudWatch allows ten metrics in an alarm. */
export const metricSum = ({ each, metrics, ...props }: MetricSumProps): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${each}${index}`, metric])),
    ...props,
  });
