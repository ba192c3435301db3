import { describe, expect, it } from 'vitest';
import { workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { downloads, NoExportYet } from '../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { captureLog } from '../support/captured-log.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport, fixtureVersion } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';
import { expectError } from './routing/error-codes.ts';

const failingWith = (error: Error) => {
  const fail = async () => {
    throw error;
  };
  return locationsHandlers({
    catalogue: { current: fail },
    link: { newest: fail, changesAfter: fail },
  });
};

const unreachable = new StoreUnavailable('reading s3://secret-bucket/manifest.json', {
  cause: new Error('connect ECONNREFUSED 10.0.0.1:443'),
});
const telling = /secret-bucket|ECONNREFUSED|manifest|\.ts|at .*\(/;

describe('while the published catalogue cannot be read', () => {
  it.each([
    // Version 2 documents no 503.
    ...v2Paths.map((path) => [path, 500, 'INTERNAL_SERVER_ERROR', undefined] as const),
    ...v3Paths.map((path) => [path, 503, 'SERVICE_UNAVAILABLE', expect.stringMatching(/^[0-9]+$/)] as const),
  ])('G01 %s returns %i without details', async (path, status, code, retryAfter) => {
    const response = await failingWith(unreachable).send({ path });
    expectError(path, response, status, code);
    expect(response.body).not.toMatch(telling);
    expect(response.headers['retry-after']).toEqual(retryAfter);
  });

  it('still returns 400 for an invalid request', async () => {
    const target = failingWith(unreachable);
    expect((await target.send({ path: '/locations/v2/points/postcode/x' })).status).toBe(400);
    expect((await target.send({ path: '/locations/v2/points/geo/0/91' })).status).toBe(400);
    expect((await target.send({ path: '/locations/v3/workcentres?size=101' })).status).toBe(400);
  });
});

describe('exportWorkCentres before the first export', () => {
  const queries = ['', ...downloads.map((format) => `?format=${format}`)];
  it.each([...queries, `?format=changes&since=${fixtureVersion}`])(
    'F06 returns 503 with Retry-After, but does not count as a failure, for %j',
    async (query) => {
      const log = captureLog();
      const { status, headers } = await failingWith(new NoExportYet('nothing is published')).send({
        path: `/locations/v3/export/workcentres${query}`,
      });
      expect(status).toBe(503);
      expect(headers['retry-after']).toMatch(/^[0-9]+$/);
      expect(log()).not.toMatch(/AnswersFailed|"level":"ERROR"/);
    },
  );
});

describe('listWorkCentres while a new catalogue is published', () => {
  it('B06 returns the next page from the new catalogue', async () => {
    const previous = await publishedFixture().current();
    let current = previous;
    const target = locationsHandlers({
      catalogue: { current: async () => current },
      link: fixtureExport,
    });
    const page = async (offset: number) => {
      const { status, body } = await target.send({
        path: `/locations/v3/workcentres?size=100&offset=${offset}`,
      });
      expect(status).toBe(200);
      return workCentresResponse.parse(JSON.parse(body));
    };

    const first = await page(0);
    current = { ...previous, search: (request) => ({ ...previous.search(request), total: 7 }) };
    const second = await page(100);

    expect([first.pagination.total, second.pagination.total]).toEqual([previous.size, 7]);
    expect(new Set([...first.workcentres, ...second.workcentres].map(({ id }) => id)).size).toBe(200);
  });
});
