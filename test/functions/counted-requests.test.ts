import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { captureLog, metricsIn } from '../support/captured-log.ts';
import { base, goodEnquiry } from '../support/enquiry-client.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport, fixtureVersion } from '../support/fixture/fixture-export.ts';
import { perFile } from '../support/per-test.ts';
import { unreachableTable } from '../support/tables/embedded-tables.ts';
import { startBillManagement } from '../support/targets/all-handlers.ts';
import type { ApiTarget, TargetRequest } from '../support/targets/api-target.ts';
import { billManagementHandlers } from '../support/targets/bill-management-handlers.ts';
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
 * Sends requests that must get these statuses. Returns the metrics that they write, except the bytes of streamed
 * responses, because their number varies. Advances the clock first, so that each metric is written immediately.
 */
const countedBy = async (
  target: ApiTarget,
  ...requests: readonly (readonly [request: TargetRequest, status: number])[]
) => {
  clock += 60_000;
  vi.setSystemTime(clock);
  const log = captureLog();
  for (const [request, status] of requests) expect((await target.send(request)).status).toBe(status);
  return metricsIn(log())
    .filter(({ name }) => name !== 'BytesStreamed')
    .map(({ name, value, dimensions: { service: _, ...others } }) => [name, value, others]);
};

const search = ['Searches', 1, { operation: 'theOperation' }];
const working = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });

describe('a search', () => {
  it.each(searchPaths)('is counted by operation when %s succeeds', async (path) => {
    expect(await countedBy(working, [{ path }, 200])).toEqual([search]);
  });

  it.each([
    ['/locations/v2/points/postcode/x', 400],
    ['/locations/v3/workcentres?size=1000', 400],
    ['/locations/v3/workcentres/nowhere', 404],
    [`${exportPath}?format=changes&since=20251121T005810123Z-4f2a9c`, 400],
  ])('or export file is not counted when %s is rejected with %i', async (path, status) => {
    expect(await countedBy(working, [{ path }, status])).toEqual([]);
  });

  it('is not counted if the client already has the response', async () => {
    const path = '/locations/v3/workcentres?size=1';
    const { headers } = await working.send({ path });
    const conditional = { path, headers: { 'if-none-match': headers.etag ?? '' } };
    expect(await countedBy(working, [conditional, 304])).toEqual([]);
  });

  it.each(searchPaths)('is counted as a failed response when %s fails', async (path) => {
    const fail = () => Promise.reject(new StoreUnavailable('reading the published catalogue'));
    const failing = locationsHandlers({
      catalogue: { current: fail },
      link: { newest: fail, changesAfter: fail },
    });
    const status = path.includes('v2') ? 500 : 503;
    expect(await countedBy(failing, [{ path }, status])).toEqual([['AnswersFailed', 1, {}]]);
  });
});

it.each([
  ['', 'json', 302],
  ['?format=csv', 'csv', 302],
  [`?format=changes&since=${fixtureVersion}`, 'changes', 302],
  ['?format=csv&redirect=false', 'csv', 200],
])(
  'a request for an export file is counted by format, not as a search: %j',
  async (query, format, status) => {
    expect(await countedBy(working, [{ path: `${exportPath}${query}` }, status])).toEqual([
      ['ExportDownloads', 1, { format }],
    ]);
  },
);

const enquiry = (body: object, headers = {}) => ({
  method: 'POST',
  path: `${base}/enquiries`,
  headers,
  body: JSON.stringify(body),
});

describe('bill management', () => {
  const target = perFile(startBillManagement);

  it.each(['/biller-metadata', '/biller-metadata/bill-types'])('counts %s as a search', async (path) => {
    expect(await countedBy(target, [{ path: `${base}${path}` }, 200])).toEqual([search]);
  });

  it('counts a stored enquiry once, even if it is sent again, and does not count rejected enquiries', async () => {
    const good = enquiry(goodEnquiry, { 'idempotency-key': 'sent twice' });
    const bad = enquiry({ ...goodEnquiry, biller: 'a_b' });
    expect(await countedBy(target, [good, 200], [good, 200], [bad, 400])).toEqual([
      ['EnquiriesTaken', 1, {}],
    ]);
  });

  it('does not count ping or health', async () => {
    expect(
      await countedBy(target, [{ path: `${base}/ping` }, 200], [{ path: `${base}/health` }, 200]),
    ).toEqual([]);
  });
});

it.each([
  ['an enquiry', enquiry(goodEnquiry)],
  ['a list of billers', { path: `${base}/biller-metadata` }],
  ['a health check', { path: `${base}/health` }],
])('bill management without its stores counts each failure of %s immediately', async (_, request) => {
  const table = unreachableTable();
  const target = billManagementHandlers({ billers: table, enquiries: table });
  const failed = ['AnswersFailed', 1, {}];
  expect(await countedBy(target, [request, 503], [request, 503])).toEqual([failed, failed]);
});
