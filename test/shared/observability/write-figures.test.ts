import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

/** Loads the module, which reads the environment when it is loaded. */
const load = () => import('../../../shared/observability/figures.ts');

/** Creates the metrics of Powertools, the reference for the format. Only this test uses the library. */
const powertools = () => new Metrics({ namespace: 'Waypost-test', serviceName: 'locations-v9' });

it('writes the same line as Powertools, including dimensions and metadata', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  writeFigures({ KeysRefused: 2 }, { reason: 'unknown' }, { message: 'key refused', keyId: 'k1' });
  const ours = log();

  const metrics = powertools();
  metrics.addDimension('reason', 'unknown');
  metrics.addMetadata('message', 'key refused');
  metrics.addMetadata('keyId', 'k1');
  metrics.addMetric('KeysRefused', MetricUnit.Count, 2);
  metrics.publishStoredMetrics();
  expect(JSON.parse(ours)).toEqual(JSON.parse(log().slice(ours.length)));
});

it('writes several metrics in one line, and omits those without a value', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  writeFigures({ PublicationSeconds: 1.5, LocationsPublished: undefined, PublicationFailed: 1 }, {});
  const ours = log();

  const metrics = powertools();
  metrics.addMetric('PublicationFailed', MetricUnit.Count, 1);
  metrics.addMetric('PublicationSeconds', MetricUnit.Seconds, 1.5);
  metrics.publishStoredMetrics();
  expect(JSON.parse(ours)).toEqual(JSON.parse(log().slice(ours.length)));
});

it('never lets metadata replace a metric, a dimension or the service', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  const metadata = { KeysRefused: 'told', reason: 'told', service: 'told', keyId: 'told' };
  writeFigures({ KeysRefused: 2 }, { reason: 'unknown' }, metadata);
  expect(JSON.parse(log())).toMatchObject({
    KeysRefused: 2,
    reason: 'unknown',
    service: 'locations-v9',
    keyId: 'told',
  });
});

it('writes 0 for a negative value, which only a wrong clock can cause', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  writeFigures({ CatalogueAge: -3 }, {});
  expect(JSON.parse(log())).toMatchObject({ CatalogueAge: 0 });
});

it('writes nothing if no metric has a value', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  writeFigures({ CatalogueAge: undefined }, {});
  expect(log()).toBe('');
});
