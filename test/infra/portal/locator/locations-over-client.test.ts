import { describe, expect, it, vi } from 'vitest';
import { locationsOverClient } from '../../../../infra/portal/locator/api/locations-over-client.ts';
import type { Failure } from '../../../../infra/portal/locator/api/search-failed.ts';
import { locationsOfFixture } from './locations-of-fixture.ts';

const baseUrl = 'http://api.example';
const page = { offset: 0, size: 20 };

const apiWith = (respond: (request: Request) => Promise<Response>, key: string | undefined = 'wp_test_key') =>
  locationsOverClient({ baseUrl, key: () => key, fetch: respond });

const error = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  apiWith(async () =>
    Response.json({ errors: [{ id: '1', code: 'X', detail: 'lat: must be a number' }] }, { status, headers }),
  );

describe('an API error', () => {
  it.each<[number, Readonly<Record<string, string>>, Failure]>([
    [400, {}, { kind: 'refused', detail: 'lat: must be a number' }],
    [401, {}, { kind: 'key refused' }],
    [403, {}, { kind: 'key out of scope' }],
    [429, { 'retry-after': '7' }, { kind: 'throttled', afterSeconds: 7 }],
    [429, {}, { kind: 'throttled', afterSeconds: 1 }],
    [500, {}, { kind: 'not served' }],
    [503, { 'retry-after': '1' }, { kind: 'not served' }],
  ])('%i %o is translated', async (status, headers, failure) => {
    await expect(error(status, headers).workCentres(page)).rejects.toMatchObject({ failure });
  });

  it('is translated if its body has another format', async () => {
    const proxy = apiWith(async () => new Response('<html>', { status: 400 }));
    await expect(proxy.workCentres(page)).rejects.toMatchObject({
      failure: { kind: 'refused', detail: 'status 400' },
    });
  });
});

describe('requests', () => {
  it.each([
    ['no key', undefined],
    ['key refused', 'schlüssel'],
  ])('are not sent: %s', async (kind, key) => {
    const fetch = vi.fn();
    const api = locationsOverClient({ baseUrl, key: () => key, fetch });
    await expect(api.workCentres(page)).rejects.toMatchObject({ failure: { kind } });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('contain the key in a header but not in the URL', async () => {
    let sent: Request | undefined;
    const api = apiWith(async (request) => {
      sent = request;
      return Response.json({ pagination: { total: 0 }, workcentres: [] });
    }, 'wp_test_secret');
    await api.workCentres({ lat: 1, lon: 2, ...page });
    expect(sent?.url).toBe(`${baseUrl}/locations/v3/workcentres?lat=1&lon=2&offset=0&size=20`);
    expect(sent?.headers.get('auth-key')).toBe('wp_test_secret');
  });

  it('fail differently if the API is unreachable and if a response is malformed', async () => {
    const unreachable = apiWith(() => Promise.reject(new TypeError('fetch failed')));
    await expect(unreachable.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    for (const body of ['<html>', '{"workcentres":[]}', '{"pagination":{"total":1},"workcentres":[{}]}']) {
      const api = apiWith(async () => new Response(body));
      await expect(api.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
    }
  });

  it('reject with the abort reason if they are aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('another search'));
    const api = apiWith(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(api.workCentres(page, controller.signal)).rejects.toThrow('another search');
  });
});

it('all services are read page by page', async () => {
  const all = await locationsOfFixture().api.capabilities();
  expect(all.length).toBeGreaterThan(5);
  const offsets: number[] = [];
  const inTwos = apiWith(async (request) => {
    const offset = Number(new URL(request.url).searchParams.get('offset'));
    offsets.push(offset);
    return Response.json({
      pagination: { total: all.length },
      operational_capabilities: all.slice(offset, offset + 2),
    });
  });
  expect(await inTwos.capabilities()).toEqual(all);
  expect(offsets).toHaveLength(Math.ceil(all.length / 2));
  const malformed = apiWith(async () => Response.json({}));
  await expect(malformed.capabilities()).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
});
