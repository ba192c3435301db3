import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { captureLog } from '../support/captured-log.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { base, goodEnquiry } from '../support/enquiry-client.ts';
import { unreachableTable } from '../support/faults/unreachable-table.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport, fixtureVersion } from '../support/fixture/fixture-export.ts';
import { perFile } from '../support/per-test.ts';
import { billManagementHandlers } from '../support/targets/bill-management-handlers.ts';
import { startBillManagement } from '../support/targets/bill-management-target.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

const exportPath = '/locations/v3/export/workcentres';
const searchPaths = [...v2Paths, ...v3Paths].filter((path) => path !== exportPath);

// Far from any local midnight, because a new date changes the ETags of work centres.
let clock = Date.parse('2026-11-24T05:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock });
  vi.stubEnv('OPERATION_ID', 'theOperation');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/**
 * Returns the metrics that the work writes, except the bytes of streamed responses, because their number varies.
 * Advances the clock first, so that each metric is written immediately.
 */
const countedBy = async (work: () => Promise<unknown>): Promise<readonly (readonly [string, object])[]> => {
  clock += 60_000;
  vi.setSystemTime(clock);
  const log = captureLog();
  await work();
  return metricsIn(log())
    .filter(({ name }) => name !== 'BytesStreamed')
    .map(({ name, value, dimensions: { service: _, ...others } }) => {
      expect(value).toBe(1);
      return [name, others] as const;
    });
};

const search = ['Searches', { operation: 'theOperation' }];
const working = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });

describe('a search', () => {
  it.each(searchPaths)('is counted by operation when %s succeeds', async (path) => {
    const counted = await countedBy(async () => {
      expect((await working.send({ path })).status).toBe(200);
    });
    expect(counted).toEqual([search]);
  });

  it.each([
    ['/locations/v2/points/postcode/x', 400],
    ['/locations/v2/points/type/NOTHING', 400],
    ['/locations/v3/workcentres?size=1000', 400],
    ['/locations/v3/workcentres/nowhere', 404],
  ])('is not counted when %s is rejected with %i', async (path, status) => {
    const counted = await countedBy(async () => {
      expect((await working.send({ path })).status).toBe(status);
    });
    expect(counted).toEqual([]);
  });

  it('is not counted if the client already has the response', async () => {
    const path = '/locations/v3/workcentres?size=1';
    const { headers } = await working.send({ path });
    const counted = await countedBy(async () => {
      const { status } = await working.send({ path, headers: { 'if-none-match': headers.etag ?? '' } });
      expect(status).toBe(304);
    });
    expect(counted).toEqual([]);
  });

  it.each(searchPaths)('is counted as a failed response when %s fails', async (path) => {
    const fail = async () => {
      throw new StoreUnavailable('reading the published catalogue');
    };
    const failing = locationsHandlers({
      catalogue: { current: fail },
      link: { newest: fail, changesAfter: fail },
    });
    const counted = await countedBy(async () => {
      expect((await failing.send({ path })).status).toBeGreaterThanOrEqual(500);
    });
    expect(counted).toEqual([['AnswersFailed', {}]]);
  });
});

describe('a request for an export file', () => {
  it.each([
    ['', 'json', 302],
    ['?format=csv', 'csv', 302],
    ['?format=files', 'files', 302],
    [`?format=changes&since=${fixtureVersion}`, 'changes', 302],
    ['?format=csv&redirect=false', 'csv', 200],
  ])('is counted by format, not as a search: %j', async (query, format, status) => {
    const counted = await countedBy(async () => {
      expect((await working.send({ path: `${exportPath}${query}` })).status).toBe(status);
    });
    expect(counted).toEqual([['ExportDownloads', { format }]]);
  });

  it('is not counted if it is rejected', async () => {
    const since = '20251121T005810123Z-4f2a9c';
    const counted = await countedBy(async () => {
      const path = `${exportPath}?format=changes&since=${since}`;
      expect((await working.send({ path })).status).toBe(400);
    });
    expect(counted).toEqual([]);
  });
});

describe('bill management', () => {
  const target = perFile(startBillManagement);

  it.each(['/biller-metadata', '/biller-metadata/bill-types'])('counts %s as a search', async (path) => {
    const counted = await countedBy(async () => {
      expect((await target.send({ path: `${base}${path}` })).status).toBe(200);
    });
    expect(counted).toEqual([search]);
  });

  it('counts a stored enquiry once, even if it is sent again, and does not count rejected enquiries', async () => {
    const headers = { 'idempotency-key': 'sent twice' };
    const send = (body: object) =>
      target.send({ method: 'POST', path: `${base}/enquiries`, headers, body: JSON.stringify(body) });
    const counted = await countedBy(async () => {
      expect((await send(goodEnquiry)).status).toBe(200);
      expect((await send(goodEnquiry)).status).toBe(200);
      expect((await send({ ...goodEnquiry, biller: 'a_b' })).status).toBe(400);
    });
    expect(counted).toEqual([['EnquiriesTaken', {}]]);
  });

  it('does not count ping or health', async () => {
    const counted = await countedBy(async () => {
      expect((await target.send({ path: `${base}/ping` })).status).toBe(200);
      expect((await target.send({ path: `${base}/health` })).status).toBe(200);
    });
    expect(counted).toEqual([]);
  });
});

describe('bill management without its stores', () => {
  const table = unreachableTable();
  const target = billManagementHandlers({ billers: table, enquiries: table });
  const enquiry = (body: object) => ({
    method: 'POST',
    path: `${base}/enquiries`,
    body: JSON.stringify(body),
  });

  it.each([
    ['an enquiry', enquiry(goodEnquiry)],
    ['a list of billers', { path: `${base}/biller-metadata` }],
    ['a health check', { path: `${base}/health` }],
  ])('counts %s once as a failed response', async (_, request) => {
    const counted = await countedBy(async () => {
      expect((await target.send(request)).status).toBe(503);
    });
    expect(counted).toEqual([['AnswersFailed', {}]]);
  });

  it('writes each failure immediately', async () => {
    const log = captureLog();
    for (const request of [enquiry(goodEnquiry), enquiry(goodEnquiry)]) await target.send(request);
    expect(metricsIn(log()).map(({ name, value }) => [name, value])).toEqual([
      ['AnswersFailed', 1],
      ['AnswersFailed', 1],
    ]);
  });
});
