import { Metrics } from '@aws-lambda-powertools/metrics';
import { type DimensionsOf, type FigureName, figures } from './figures.ts';

/** Figures for CloudWatch, written to the log as one JSON line in its embedded metric format. */
const metrics = new Metrics({
  namespace: process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost',
  serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost',
});

/** Writes one line of figures that have the same dimensions, with what else the log is told; none is below zero. */
export const writeFigures = <Name extends FigureName>(
  values: Readonly<Partial<Record<Name, number>>>,
  dimensions: DimensionsOf<Name>,
  told: Readonly<Record<string, string | undefined>> = {},
): void => {
  const measured = new Map<string, number | undefined>(Object.entries(values));
  for (const [dimension, value] of Object.entries<string>(dimensions)) metrics.addDimension(dimension, value);
  for (const [name, text] of Object.entries(told)) if (text !== undefined) metrics.addMetadata(name, text);
  for (const [name, { unit }] of Object.entries(figures)) {
    const value = measured.get(name);
    if (value !== undefined) metrics.addMetric(name, unit, Math.max(0, value));
  }
  metrics.publishStoredMetrics();
};
