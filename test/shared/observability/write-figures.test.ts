import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FigureName, writeFigures } from '../../../shared/observability/figures.ts';
import { captureLog } from '../../support/captured-log.ts';

beforeEach(() => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'Waypost-test');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'locations-v9');
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Returns the line for these figures. Loads the module, which reads the environment when it is loaded. */
const lineOf = async <Name extends FigureName>(...figures: Parameters<typeof writeFigures<Name>>) => {
  const module = await import('../../../shared/observability/figures.ts');
  const log = captureLog();
  module.writeFigures(...figures);
  return log();
};

/** Returns the line of Powertools, the reference for the format. Only this test uses the library. */
const powertoolsLine = (fill: (metrics: Metrics) => void) => {
  const metrics = new Metrics({ namespace: 'Waypost-test', serviceName: 'locations-v9' });
  const log = captureLog();
  fill(metrics);
  metrics.publishStoredMetrics();
  return JSON.parse(log());
};

it('writes the same line as Powertools, including dimensions and metadata', async () => {
  const metadata = { message: 'key refused', keyId: 'k1' };
  const line = await lineOf({ KeysRefused: 2 }, { reason: 'unknown' }, metadata);
  const expected = powertoolsLine((metrics) => {
    metrics.addDimension('reason', 'unknown');
    for (const [name, value] of Object.entries(metadata)) metrics.addMetadata(name, value);
    metrics.addMetric('KeysRefused', MetricUnit.Count, 2);
  });
  expect(JSON.parse(line)).toEqual(expected);
});

it('writes several metrics in one line, and omits those without a value', async () => {
  const figures = { PublicationFailed: 1, LocationsPublished: undefined, PublicationSeconds: 1.5 };
  const expected = powertoolsLine((metrics) => {
    metrics.addMetric('PublicationFailed', MetricUnit.Count, 1);
    metrics.addMetric('PublicationSeconds', MetricUnit.Seconds, 1.5);
  });
  expect(JSON.parse(await lineOf(figures, {}))).toEqual(expected);
});

it('never lets metadata replace a metric, a dimension or the service', async () => {
  const metadata = { KeysRefused: 'told', reason: 'told', service: 'told', keyId: 'told' };
  expect(JSON.parse(await lineOf({ KeysRefused: 2 }, { reason: 'unknown' }, metadata))).toMatchObject({
    KeysRefused: 2,
    reason: 'unknown',
    service: 'locations-v9',
    keyId: 'told',
  });
});

it('writes 0 for a negative value, which only a wrong clock can cause, and nothing without a value', async () => {
  expect(JSON.parse(await lineOf({ CatalogueAge: -3 }, {}))).toMatchObject({ CatalogueAge: 0 });
  expect(await lineOf({ CatalogueAge: undefined }, {})).toBe('');
});
