import { type DimensionsOf, type FigureName, figures } from './figures.ts';

/** Read once, as reading the environment is a native call. */
const namespace = process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost';
const service = process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost';

/**
 * Writes one log line of metrics with the same dimensions, and further members for the log; negative values become 0.
 * The line has CloudWatch's embedded metric format, written by hand so that no library is loaded in a cold start.
 * Nothing is written if no metric has a value. Written to stdout, as Lambda adds a prefix to lines of `console`.
 */
export const writeFigures = <Name extends FigureName>(
  values: Readonly<Partial<Record<Name, number>>>,
  dimensions: DimensionsOf<Name>,
  told: Readonly<Record<string, string | undefined>> = {},
): void => {
  const given = new Map<string, number | undefined>(Object.entries(values));
  const measured: Record<string, number> = {};
  const definitions: { readonly Name: string; readonly Unit: string }[] = [];
  for (const [name, { unit }] of Object.entries(figures)) {
    const value = given.get(name);
    if (value === undefined) continue;
    measured[name] = Math.max(0, value);
    definitions.push({ Name: name, Unit: unit });
  }
  if (definitions.length === 0) return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [['service', ...Object.keys(dimensions)]],
          Metrics: definitions,
        },
      ],
    },
    ...told,
    service,
    ...dimensions,
    ...measured,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
