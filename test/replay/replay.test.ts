import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ExportLink } from '../../shared/domain/publication/work-centre-export.ts';
import { catalogue } from '../cases/catalogue.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { exportAt } from '../support/fixture/fixture-export.ts';
import { listenUntilTestEnds } from '../support/per-test.ts';
import type { TargetResponse } from '../support/targets/api-target.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { isReadOnly, type RecordedRequest, readCorpus, requestWith, usesExtension } from './corpus.ts';
import { formatResult, type Group, replayCorpus } from './replay-corpus.ts';

const corpus = await readCorpus();

const requestTo = (path: string, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  from: 'a test',
  method: 'GET',
  path,
  headers: {},
  ...more,
});

type Plant = (response: TargetResponse, path: string) => TargetResponse;

/** Returns an export with one version, whose links look like URLs signed by S3. */
const signedExport = (version: string): ExportLink => {
  const { newest, ...others } = exportAt(version);
  const signature = `X-Amz-Date=${version.slice(0, 15)}Z&X-Amz-Expires=300&X-Amz-Signature=${version.slice(-6)}`;
  return {
    ...others,
    newest: async (download) => {
      const link = await newest(download);
      return { ...link, url: link.url.replace('signed', signature), sha256: version.slice(-1).repeat(64) };
    },
  };
};

/** Serves the fixture's locations over HTTP, with a planted fault. Each back end has an export with its own version. */
const startBackEnd = async (version: string, plant: Plant = (response) => response) => {
  const handlers = locationsHandlers({ catalogue: publishedFixture(), link: signedExport(version) });
  const server = createServer(async ({ url: path = '' }, response) => {
    try {
      const { status, headers, body } = plant(await handlers.send({ path }), path);
      const { 'content-encoding': _, ...others } = headers;
      response.writeHead(status, others).end(body);
    } catch {
      response.destroy();
    }
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, key: 'a key' };
};

const replayPlanted = async (requests: readonly RecordedRequest[], plant?: Plant) => {
  const base = await startBackEnd('20261121T055810123Z-4f2a9c');
  const next = await startBackEnd('20261122T000000000Z-000000', plant);
  return replayCorpus({ base, next, corpus: requests, concurrency: 4 });
};

const summaryOf = ({ operation, statuses, kind, requests }: Group) => [operation, statuses, kind, requests];

describe('a replay', () => {
  const list = '/locations/v3/workcentres?size=2';
  const requests = [
    ...[list, `${list}&offset=2`, '/locations/v3/workcentres?size=x', '/locations/v3/workcentres/900030_PO'],
    ...['/locations/v2/points/900030_PO', '/locations/v3/export/workcentres?redirect=false'],
    '/locations/v3/export/workcentres',
  ].map((path) => requestTo(path));

  it('ignores differences in error ids, versions and signed URLs', async () => {
    const { statuses, ...result } = await replayPlanted(requests);
    expect(result).toEqual({ compared: 7, different: 0, groups: [] });
    expect(Object.fromEntries(statuses)).toEqual({ 200: 5, 302: 1, 400: 1 });
  });

  it('groups differences by operation, statuses and kind, with the shortest request', async () => {
    const result = await replayPlanted(requests, (response, path) => {
      if (path.startsWith('/locations/v2/')) return { ...response, status: 404 };
      if (path.includes('size=x')) return { ...response, body: response.body.replace('size: ', 'Size: ') };
      if (path.includes('/export/')) return { ...response, headers: { ...response.headers, 'x-new': '1' } };
      return { ...response, body: response.body.replaceAll('"business_name"', '"name"') };
    });
    expect(result.different).toBe(7);
    expect(result.groups.map(summaryOf)).toEqual(
      expect.arrayContaining([
        ['getWorkCentres', '200', 'body $.workcentres[].attributes.business_name', 2],
        ['getWorkCentres', '200', 'body $.workcentres[].attributes.name', 2],
        ['getWorkCentreByID', '200', 'body $.workcentres[].attributes.name', 1],
        ['getWorkCentres', '400', 'body $.errors[].detail', 1],
        ['exportWorkCentres', '302', 'header x-new', 1],
        ['exportWorkCentres', '200', 'header x-new', 1],
      ]),
    );
    expect(result.groups.filter(({ statuses }) => statuses === '200 -> 404')).toHaveLength(1);
    const text = formatResult(result);
    expect(text).toContain('7 requests compared: 7 with differences');
    expect(text).toContain(`-H "AUTH-KEY: $KEY" "$URL"'${list}'`);
    expect(text).not.toContain('offset=2');
  });

  it.each<[what: string, plant: (body: string) => string, kinds: readonly string[]]>([
    [
      'differences that disappear when bodies are parsed as JSON',
      (body) => body.replace('{"pagination"', '{ "pagination"'),
      ['body bytes'],
    ],
    [
      'different totals and longer lists',
      (body) => body.replace('"total":', '"total":1').replace(/"workcentres":\[/, '$&{},'),
      ['body $.pagination.total', 'body $.workcentres.length'],
    ],
  ])('finds %s', async (_, plant, kinds) => {
    const { groups } = await replayPlanted([requestTo(list)], (response) => ({
      ...response,
      body: plant(response.body),
    }));
    expect(groups.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
  });

  it('finds a missing response, even if both are missing', async () => {
    const nowhere = (port: number) => ({ url: `http://127.0.0.1:${port}`, key: 'a key' });
    const unserved = { base: nowhere(1), next: nowhere(2), corpus: [requestTo(list)], concurrency: 1 };
    const { different, statuses } = await replayCorpus(unserved);
    expect([different, statuses.get(0)]).toEqual([1, 1]);
  });
});

describe('the corpus', () => {
  it('has at least 5,000 different requests without extensions or keys', () => {
    const contents = corpus.map((request) => JSON.stringify({ ...request, from: '' }));
    expect(new Set(contents).size).toBe(corpus.length);
    expect(corpus.length).toBeGreaterThanOrEqual(5_000);
    expect(corpus.filter(usesExtension)).toEqual([]);
    expect(contents.filter((content) => /wp_(live|test|web)_/i.test(content))).toEqual([]);
  });

  it('has requests from the fuzzer, the contract suites and the cases', () => {
    const froms = corpus.map(({ from }) => from);
    expect(froms.filter((from) => from.startsWith('fuzzer, ')).length).toBeGreaterThan(4_000);
    expect(froms.filter((from) => !from.startsWith('fuzzer, ')).length).toBeGreaterThan(2_000);
    const recorded = new Set(froms.flatMap((from) => from.match(/\b[A-H]\d\d\b/g) ?? []));
    for (const letter of ['A', 'B', 'C', 'D', 'E', 'F'])
      expect([...recorded].filter((id) => id.startsWith(letter)).length, letter).toBeGreaterThan(1);
    expect([...recorded].filter((id) => !catalogue.some((row) => row.id === id))).toEqual([]);
  });

  it("replaces the placeholder with the replay's key", () => {
    const record = requestTo('/a?AUTH-KEY={KEY}', { headers: { 'auth-key': 'x{KEY}' }, keyless: true });
    expect(requestWith('k', record)).toEqual({
      request: { method: 'GET', path: '/a?AUTH-KEY=k', headers: { 'auth-key': 'xk' } },
      key: undefined,
    });
  });

  it.each([
    ['/locations/v3/workcentres?open_at=now', {}],
    ['/locations/v3/workcentres?size=1&%66ields=*', {}],
    ['/locations/v3/places?size=1', {}],
    ['/bill-management-api/v1/bills/validate', {}],
    ['/locations/v3/workcentres/WPTEST-MOVED', {}],
    ['/locations/v2/services', { 'If-None-Match': '*' }],
    ['/locations/v3/workcentres', { accept: 'application/geo+json' }],
  ])('has no requests that use an extension: %s %o', (path, headers) => {
    expect(usesExtension(requestTo(path, { headers }))).toBe(true);
    expect(usesExtension(requestTo('/locations/v3/workcentres?size=1'))).toBe(false);
  });

  it('has requests that only read, which are sent to a live back end', () => {
    expect(isReadOnly(requestTo('/a'))).toBe(true);
    expect(isReadOnly(requestTo('/a', { method: 'DELETE' }))).toBe(false);
    expect(isReadOnly(requestTo('/a', { headers: { 'X-HTTP-Method-Override': 'DELETE' } }))).toBe(false);
  });
});
