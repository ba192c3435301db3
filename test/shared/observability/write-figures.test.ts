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

/** Figures as the file writes them in a function of this environment. */
const load = () => import('../../../shared/observability/write-figures.ts');

/** As the library of the field writes them, which is loaded for nothing else. */
const powertools = () => new Metrics({ namespace: 'Waypost-test', serviceName: 'locations-v9' });

it('writes a line as Powertools would, dimensions and what else is told included', async () => {
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

it('writes figures of one line together, and those without a value not at all', async () => {
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

it('lets nothing that is told stand in for a figure, a dimension or the service', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  const told = { KeysRefused: 'told', reason: 'told', service: 'told', keyId: 'told' };
  writeFigures({ KeysRefused: 2 }, { reason: 'unknown' }, told);
  expect(JSON.parse(log())).toMatchObject({
    KeysRefused: 2,
    reason: 'unknown',
    service: 'locations-v9',
    keyId: 'told',
  });
});

it('writes nothing where nothing was measured', async () => {
  const { writeFigures } = await load();
  const log = captureLog();
  writeFigures({ CatalogueAge: undefined }, {});
  expect(log()).toBe('');
});
