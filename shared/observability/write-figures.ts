import { type DimensionsOf, type FigureName, figures } from './figures.ts';

/** Read once: a call out of JavaScript for each line would be a part of every answer. */
const namespace = process.env.POWERTOOLS_METRICS_NAMESPACE ?? 'Waypost';
const service = process.env.POWERTOOLS_SERVICE_NAME ?? 'waypost';

/**
 * Writes one line of figures that have the same dimensions, with what else the log is told; none is below zero. It is
 * in CloudWatch's embedded metric format, which CloudWatch makes metrics of as it takes in the log: a few names around
 * the values, so that no library has to be loaded for it at every cold start. Nothing is written where no figure has a
 * value. Not by `console`, to whose lines Lambda adds what would make them no JSON.
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
