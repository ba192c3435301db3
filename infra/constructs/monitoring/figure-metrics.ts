import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type DimensionsOf, type FigureName, figures } from '../../../shared/observability/figures.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { metricsNamespaceOf } from '../functions/operation-function.ts';

/** Display options of a metric. */
export interface FigureView {
  readonly statistic: string;
  readonly period: Duration;
  /** Label in a widget; the metric's name if absent. */
  readonly label?: string;
}

type FiguresOfTheirOwn = {
  [Name in FigureName]: Record<never, string> extends DimensionsOf<Name> ? Name : never;
}[FigureName];
type FiguresToldApart = Exclude<FigureName, FiguresOfTheirOwn>;

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
  metricName: FiguresOfTheirOwn,
  service: string,
  view: FigureView,
): Metric => figureMetricBy(stage, metricName, { service }, view);

/**
 * Creates a search for a metric with a line for each set of dimensions. For widgets only, as alarms cannot search.
 * CloudWatch finds metrics of the last two weeks.
 */
export const figureSearch = (
  stage: Pick<StageSettings, 'name'>,
  name: FiguresToldApart,
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
