import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type DimensionsOf, type FigureName, figures } from '../../../shared/observability/figures.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { metricsNamespaceOf } from '../functions/operation-function.ts';

/** How a figure is looked at. */
export interface FigureView {
  readonly statistic: string;
  readonly period: Duration;
  /** What a widget calls it; its name where absent. */
  readonly label?: string;
}

type FiguresOfTheirOwn = {
  [Name in FigureName]: Record<never, string> extends DimensionsOf<Name> ? Name : never;
}[FigureName];
type FiguresToldApart = Exclude<FigureName, FiguresOfTheirOwn>;

/** A figure as the functions of a service write it, by one value of each that it is told apart by. */
export const figureMetricBy = <Name extends FigureName>(
  stage: Pick<StageSettings, 'name'>,
  metricName: Name,
  dimensions: DimensionsOf<Name> & { readonly service: string },
  view: FigureView,
): Metric =>
  new Metric({ namespace: metricsNamespaceOf(stage), metricName, dimensionsMap: { ...dimensions }, ...view });

/** A figure that is told apart by the service alone. */
export const figureMetric = (
  stage: Pick<StageSettings, 'name'>,
  metricName: FiguresOfTheirOwn,
  service: string,
  view: FigureView,
): Metric => figureMetricBy(stage, metricName, { service }, view);

/**
 * A figure by all that it is told apart by, with a line for each. For widgets alone: no alarm can search. CloudWatch
 * finds what was written within the last two weeks.
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
