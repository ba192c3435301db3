import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { captureLog } from '../../support/captured-log.ts';

/** One line of the embedded metric format, as CloudWatch reads it. */
const metricLine = z.looseObject({
  _aws: z.object({
    Timestamp: z.int(),
    CloudWatchMetrics: z.tuple([
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
      }),
    ]),
  }),
});

beforeEach(() => {
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'Waypost-test');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'locations-v9');
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

/** The metrics as the file makes them in a function of this environment. */
const loadMetrics = () => import('../../../shared/observability/metrics.ts');

const linesOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => metricLine.parse(JSON.parse(line)));

it('the age of a catalogue is a line of its own, under the namespace and the service of the function', async () => {
  const { recordCatalogueAge } = await loadMetrics();
  const log = captureLog();
  recordCatalogueAge(90);
  const [line, ...others] = linesOf(log());
  expect(others).toEqual([]);
  expect(line).toMatchObject({ service: 'locations-v9', CatalogueAge: 90 });
  expect(line?._aws.CloudWatchMetrics[0]).toMatchObject({
    Namespace: 'Waypost-test',
    Dimensions: [['service']],
    Metrics: [{ Name: 'CatalogueAge', Unit: 'Seconds' }],
  });
});

it('an age below zero, which only a clock that is wrong can give, is none', async () => {
  const { recordCatalogueAge } = await loadMetrics();
  const log = captureLog();
  recordCatalogueAge(-3);
  expect(linesOf(log())[0]).toMatchObject({ CatalogueAge: 0 });
});

it('a publication is counted under how it ended, with what it measured', async () => {
  const { recordPublication } = await loadMetrics();
  const log = captureLog();
  recordPublication('Succeeded', { seconds: 7.5, locations: 21_000, rowsLeftOut: 0 });
  recordPublication('Failed', { seconds: 2 });
  const [succeeded, failed] = linesOf(log());
  expect(succeeded).toMatchObject({
    PublicationSucceeded: 1,
    PublicationSeconds: 7.5,
    LocationsPublished: 21_000,
    RowsLeftOut: 0,
  });
  expect(failed?._aws.CloudWatchMetrics[0].Metrics).toEqual([
    expect.objectContaining({ Name: 'PublicationFailed', Unit: 'Count' }),
    expect.objectContaining({ Name: 'PublicationSeconds', Unit: 'Seconds' }),
  ]);
});

it('an import is counted under how it ended, with the lines it read and rejected', async () => {
  const { recordImport } = await loadMetrics();
  const log = captureLog();
  recordImport({ outcome: 'Imported', seconds: 12, linesRead: 900, linesRejected: 3 });
  recordImport({ outcome: 'Refused', seconds: 1, linesRead: 0, linesRejected: 0 });
  recordImport({ outcome: 'Failed', seconds: 4, linesRead: 400, linesRejected: 0 });
  const lines = linesOf(log());
  expect(lines).toMatchObject([
    { ImportSucceeded: 1, ImportSeconds: 12, ImportLinesRead: 900, ImportLinesRejected: 3 },
    { ImportRefused: 1, ImportSeconds: 1, ImportLinesRead: 0, ImportLinesRejected: 0 },
    { ImportFailed: 1, ImportSeconds: 4, ImportLinesRead: 400, ImportLinesRejected: 0 },
  ]);
  for (const { _aws } of lines) expect(_aws.CloudWatchMetrics[0].Metrics).toHaveLength(4);
});
