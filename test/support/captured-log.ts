import { onTestFinished, vi } from 'vitest';
import * as z from 'zod';

/** Captures the output of this process until the test ends. The returned function returns the text. */
export const captureLog = (): (() => string) => {
  const parts: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation((part) => {
      parts.push(String(part));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => parts.join('');
};

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

/** Returns the values as CloudWatch stores them, each with the metric's namespace, name and dimensions. */
export const metricsIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"CloudWatchMetrics"'))
    .flatMap((text) => {
      const { _aws, ...line } = metricLine.parse(JSON.parse(text));
      const [{ Namespace: namespace, Dimensions, Metrics }] = _aws.CloudWatchMetrics;
      const dimensions = Object.fromEntries(
        Dimensions[0].map((name) => [name, z.string().parse(line[name])]),
      );
      return Metrics.map(({ Name: name, Unit: unit }) => {
        const value = z.number().parse(line[name]);
        return { namespace, name, unit, value, dimensions };
      });
    });
