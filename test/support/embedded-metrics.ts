import * as z from 'zod';

const metricLine = z.looseObject({
  _aws: z.object({
    Timestamp: z.int(),
    CloudWatchMetrics: z.tuple([
      z.object({
        Namespace: z.string(),
        Dimensions: z.tuple([z.array(z.string())]),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
      }),
    ]),
  }),
});

/** One value as CloudWatch stores it, with the metric's namespace, name and dimensions. */
export interface WrittenMetric {
  readonly namespace: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly dimensions: Readonly<Record<string, string>>;
}

const isMetricLine = (line: string): boolean => line.includes('"CloudWatchMetrics"');

export const metricsIn = (log: string): readonly WrittenMetric[] =>
  log
    .split('\n')
    .filter(isMetricLine)
    .flatMap((text) => {
      const { _aws, ...line } = metricLine.parse(JSON.parse(text));
      const [{ Namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
      const dimensions = Object.fromEntries(
        Dimensions[0].map((name) => [name, z.string().parse(line[name])]),
      );
      return Metrics.map(({ Name, Unit }) => ({
        namespace: Namespace,
        name: Name,
        unit: Unit,
        value: z.number().parse(line[Name]),
        dimensions,
      }));
    });
