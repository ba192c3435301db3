import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type DimensionsOf, type FigureName, figures } from '../../../shared/observability/figures.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { metricsNamespaceOf } from '../functions/operation-function.ts';

/**
 * Returns the namespace of the metrics that are counted in the access log. The functions' metrics have another
 * namespace.
 */
export const accessLogNamespaceOf = ({ name }: Pick<StageSettings, 'name'>): string => `AccessLog/${name}`;

/** Display options of a metric. */
export interface FigureView {
  readonly statistic: string;
  readonly period: Duration;
  /** Label in a widget (default: the metric's name). */
  readonly label?: string;
}

type FiguresByServiceOnly = {
  [Name in FigureName]: Record<never, string> extends DimensionsOf<Name> ? Name : never;
}[FigureName];
type FiguresByDimension = Exclude<FigureName, FiguresByServiceOnly>;

/** Returns a metric that the functions of a service write, with the given value for each dimension. */
export const figureMetricBy = <Name extends FigureName>(
  stage: Pick<StageSettings, 'name'>,
  metricName: Name,
  dimensions: DimensionsOf<Name> & { readonly service: string },
  view: FigureView,
): Metric =>
  new Metric({ namespace: metricsNamespaceOf(stage), metricName, dimensionsMap: { ...dimensions }, ...view });

/** Returns a metric whose only dimension is the service. */
export const figureMetric = (
  stage: Pick<StageSettings, 'name'>,
  metricName: FiguresByServiceOnly,
  service: string,
  view: FigureView,
): Metric => figureMetricBy(stage, metricName, { service }, view);

/**
 * Returns a search expression that plots a metric with one line per set of dimensions. It is for widgets only, because
 * alarms cannot use searches. A search finds only metrics that had data in the last two weeks.
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
  /** Lower-case prefix of the metrics' names in the expression, to which a number is appended. */
  readonly each: string;
  readonly metrics: readonly IMetric[];
  readonly period: Duration;
  readonly label?: string;
}

/**
 * Returns the sum of metrics for use in an alarm, for which CloudWatch allows at most ten metrics. A metric without
 * data counts as zero.
 */
export const metricSum = ({ each, metrics, ...props }: MetricSumProps): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${each}${index}`, metric])),
    ...props,
  });
