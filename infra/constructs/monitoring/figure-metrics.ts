import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type DimensionsOf, type FigureName, figures } from '../../../shared/observability/figures.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { metricsNamespaceOf } from '../functions/operation-function.ts';

/** Returns the namespace of metrics from the access log, separate from that of the functions' metrics. */
export const accessLogNamespaceOf = ({ name }: Pick<StageSettings, 'name'>): string => `AccessLog/${name}`;

/** Display options of a metric. */
export interface FigureView {
  readonly statistic: string;
  readonly period: Duration;
  /** Label in a widget; the metric's name if absent. */
  readonly label?: string;
}

type FiguresByServiceOnly = {
  [Name in FigureName]: Record<never, string> extends DimensionsOf<Name> ? Name : never;
}[FigureName];
type FiguresByDimension = Exclude<FigureName, FiguresByServiceOnly>;

/** Creates a metric as written by the functions of a service, with a value for each dimension. */
export const figureMetricBy = <Name extends FigureName>(
  stage: Pick<StageSettings, 'name'>,
  metricName: Name,
  dimensions: DimensionsOf<Name> & { readonly service: string },
  view: FigureView,
): Metric =>
  new Metric({ namespace: metricsNamespaceOf(stage), metricName, dimensionsMap: { ...dimensions }, ...view });

/** Creates a metric whose only dimension is the service. */
export const figureMetric = (
  stage: Pick<StageSettings, 'name'>,
  metricName: FiguresByServiceOnly,
  service: string,
  view: FigureView,
): Metric => figureMetricBy(stage, metricName, { service }, view);

/**
 * Creates a search for a metric with a line for each set of dimensions. For widgets only, because alarms cannot search.
 * CloudWatch finds metrics of the last two weeks.
 */
export const figureSearch = (
  stage: Pick<StageSettings, 'name'>,
  name: FiguresByDimension,
  { statistic, period }: FigureView,
): MathExpression => {
  const [by] = figures[name].by;
  const schema = [metricsNamespaceOf(stage), 'service', ...figures[name].by].join(',');
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${name}"', '${statistic}', ${period.toSeconds()})`,
    label: `\${PROP('Dim.${by}')}`,
    period,
  });
};

export interface MetricSumProps {
  /** Lower-case name of one metric, numbered in the expression. */
  readonly each: string;
  readonly metrics: readonly IMetric[];
  readonly period: Duration;
  readonly label?: string;
}

/**
 * Creates the sum of metrics for one alarm; CloudWatch allows ten metrics in an alarm. A metric without datapoints adds
 * nothing.
 */
export const metricSum = ({ each, metrics, ...props }: MetricSumProps): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${each}${index}`, metric])),
    ...props,
  });
