import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captureLog, metricsIn } from '../../support/captured-log.ts';

beforeEach(() => {
  vi.stubEnv('OPERATION_ID', 'findPoints');
  vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:00Z'), toFake: ['Date'] });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Starts an instance. Returns its counters, and functions that read its metrics and move its clock. */
const start = async () => {
  const counters = await import('../../../shared/observability/request-metrics.ts');
  const log = captureLog();
  return {
    ...counters,
    written: () =>
      metricsIn(log()).map(({ value, dimensions }) => [dimensions.operation ?? dimensions.format, value]),
    pass: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
  };
};

const seconds = 1_000;

describe('aggregated counts', () => {
  it('are written as one sum by the first request after ten seconds', async () => {
    const { countSearch, written, pass } = await start();
    for (let request = 0; request < 500; request += 1) countSearch();
    pass(10 * seconds - 1);
    countSearch();
    expect(written()).toEqual([['findPoints', 1]]);
    pass(1);
    countSearch();
    expect(written().slice(1)).toEqual([['findPoints', 501]]);
  });

  it('are summed by dimension', async () => {
    const { countExportDownload, written, pass } = await start();
    for (const format of ['json', 'csv', 'csv']) countExportDownload(format);
    pass(10 * seconds);
    countExportDownload('json');
    expect(written().slice(1).toSorted()).toEqual([
      ['csv', 2],
      ['json', 1],
    ]);
    pass(10 * seconds);
    countExportDownload('csv');
    expect(written().slice(3)).toEqual([['csv', 1]]);
  });

  it('are written if the clock was set back', async () => {
    const { countSearch, written, pass } = await start();
    countSearch();
    pass(-3_600 * seconds);
    countSearch();
    expect(written()).toEqual([
      ['findPoints', 1],
      ['findPoints', 1],
    ]);
  });
});
