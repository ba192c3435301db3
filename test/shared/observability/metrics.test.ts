import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { captureLog } from '../../support/captured-log.ts';
import { metricsIn, type WrittenMetric } from '../../support/embedded-metrics.ts';

beforeEach(() => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'Waypost-test');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'locations-v9');
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

/** The metrics as the file makes them in a function of this environment. */
const loadMetrics = () => import('../../../shared/observability/metrics.ts');

/** Values by the name of their metric. */
const valuesOf = (metrics: readonly WrittenMetric[]) =>
  Object.fromEntries(metrics.map(({ name, value }) => [name, value]));

it('the age of a catalogue is a line of its own, under the namespace and the service of the function', async () => {
  const { recordCatalogueAge } = await loadMetrics();
  const log = captureLog();
  recordCatalogueAge(90);
  expect(log().trim().split('\n')).toHaveLength(1);
  expect(metricsIn(log())).toEqual([
    {
      namespace: 'Waypost-test',
      name: 'CatalogueAge',
      unit: 'Seconds',
      value: 90,
      dimensions: { service: 'locations-v9' },
    },
  ]);
});

it('an age below zero, which only a clock that is wrong can give, is none', async () => {
  const { recordCatalogueAge } = await loadMetrics();
  const log = captureLog();
  recordCatalogueAge(-3);
  expect(valuesOf(metricsIn(log()))).toEqual({ CatalogueAge: 0 });
});

it('a publication is counted under how it ended, with what it measured', async () => {
  const { recordPublication } = await loadMetrics();
  const log = captureLog();
  recordPublication('Succeeded', { seconds: 7.5, locations: 21_000, rowsLeftOut: 0 });
  const succeeded = metricsIn(log());
  expect(valuesOf(succeeded)).toEqual({
    PublicationSucceeded: 1,
    PublicationSeconds: 7.5,
    LocationsPublished: 21_000,
    RowsLeftOut: 0,
  });
  recordPublication('Failed', { seconds: 2 });
  expect(valuesOf(metricsIn(log()).slice(succeeded.length))).toEqual({
    PublicationFailed: 1,
    PublicationSeconds: 2,
  });
});

it.each([
  ['Imported', 'ImportSucceeded'],
  ['Refused', 'ImportRefused'],
  ['Failed', 'ImportFailed'],
] as const)('an import that ended as %s is counted as %s, with its lines', async (outcome, name) => {
  const { recordImport } = await loadMetrics();
  const log = captureLog();
  recordImport({ outcome, seconds: 12, linesRead: 900, linesRejected: 3 });
  expect(valuesOf(metricsIn(log()))).toEqual({
    [name]: 1,
    ImportSeconds: 12,
    ImportLinesRead: 900,
    ImportLinesRejected: 3,
  });
});
