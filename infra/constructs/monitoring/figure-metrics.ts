import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type FigureName, figures } from '../../../shared/observability/figures.ts';
import { apiName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { metricsNamespaceOf } from '../functions/operation-function.ts';

/** Statistic and period of most metrics. A MathExpression replaces the period of its metrics with its own. */
export const sumOf5Minutes = { statistic: Stats.SUM, period: Duration.minutes(5) };

/**
 * Returns a metric that the functions of a service write, by default the sum over 5 minutes. For a metric with further
 * dimensions, give all of them as `dimensionsMap`.
 */
export const figureMetric = (
  stage: StageSettings,
  metricName: FigureName,
  service: string,
  view: MetricOptions = {},
): Metric =>
  new Metric({
    namespace: metricsNamespaceOf(stage),
    metricName,
    dimensionsMap: { service },
    ...sumOf5Minutes,
    ...view,
  });

/** Returns a metric that API Gateway writes for the whole API. */
export const apiMetric = (stage: StageSettings, metricName: string, view: MetricOptions): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: apiName(stage), Stage: stage.name },
    ...view,
  });

/**
 * Returns a search expression that plots the sums of a metric with one line per set of dimensions. It is for widgets
 * only, because alarms cannot use searches. A search finds only metrics that had data in the last two weeks.
 */
export const figureSearch = (stage: StageSettings, name: FigureName): MathExpression => {
  const { statistic, period } = sumOf5Minutes;
  const [by] = figures[name].by;
  const schema = [metricsNamespaceOf(stage), 'service', ...figures[name].by].join(',');
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${name}"', '${statistic}', ${period.toSeconds()})`,
    label: `\${PROP('Dim.${by}')}`,
    period,
  });
};

/**
 * Counts the access log lines that match a filter, in a metric with the given name and a namespace other than that of
 * the functions' metrics.
 */
export const countLogged = (
  scope: Construct,
  { name }: StageSettings,
  logGroup: ILogGroup,
  metricName: string,
  filter: string,
): MetricFilter =>
  new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern: FilterPattern.literal(`{ ${filter} }`),
    metricNamespace: `AccessLog/${name}`,
    metricName,
    metricValue: '1',
  });

/**
 * Returns the sum of metrics for use in an alarm, for which CloudWatch allows at most ten metrics. A metric without
 * data counts as zero.
 */
export const metricSum = (
  metrics: readonly IMetric[],
  view: Pick<MetricOptions, 'label' | 'period'> = {},
): MathExpression =>
  new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    period: sumOf5Minutes.period,
    ...view,
  });
