import { describe, expect, it } from 'vitest';
import { locationsOverClient } from '../../../../infra/portal/locator/api/locations-over-client.ts';
import type { Failure } from '../../../../infra/portal/locator/api/search-failed.ts';
import { locationsOfFixture } from './locations-of-fixture.ts';

const baseUrl = 'http://api.example';
const page = { offset: 0, size: 20 };

const answering = (answer: () => Promise<Response>, key: string | undefined = 'wp_test_key') =>
  locationsOverClient({ baseUrl, key: () => key, fetch: answer });

const error = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answering(async () =>
    Response.json({ errors: [{ id: '1', code: 'X', detail: 'lat: must be a number' }] }, { status, headers }),
  );

describe('what the API refuses', () => {
  it.each<[number, Readonly<Record<string, string>>, Failure]>([
    [400, {}, { kind: 'refused', detail: 'lat: must be a number' }],
    [401, {}, { kind: 'key refused' }],
    [403, {}, { kind: 'key out of scope' }],
    [429, { 'retry-after': '7' }, { kind: 'throttled', afterSeconds: 7 }],
    [429, {}, { kind: 'throttled', afterSeconds: 1 }],
    [500, {}, { kind: 'not served' }],
    [503, { 'retry-after': '1' }, { kind: 'not served' }],
  ])('with %i %o is told as it is', async (status, headers, failure) => {
    await expect(error(status, headers).workCentres(page)).rejects.toMatchObject({ failure });
  });

  it('is told even where its body is none of ours', async () => {
    const proxy = answering(async () => new Response('<html>', { status: 400 }));
    await expect(proxy.workCentres(page)).rejects.toMatchObject({
      failure: { kind: 'refused', detail: 'status 400' },
    });
  });
});

describe('requests', () => {
  it('are not made without a key', async () => {
    let isAsked = false;
    const api = locationsOverClient({
      baseUrl,
      key: () => undefined,
      fetch: async () => {
        isAsked = true;
        return Response.json({});
      },
    });
    await expect(api.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'no key' } });
    expect(isAsked).toBe(false);
  });

  it('are not made with what cannot be a key', async () => {
    const api = answering(() => Promise.reject(new Error('asked')), 'schlüssel');
    await expect(api.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'key refused' } });
  });

  it('carry the key in a header, and never in their address', async () => {
    let sent: { readonly address: string; readonly key: string | null } | undefined;
    const api = locationsOverClient({
      baseUrl,
      key: () => 'wp_test_secret',
      fetch: async (request) => {
        sent = { address: request.url, key: request.headers.get('auth-key') };
        return Response.json({ pagination: { total: 0 }, workcentres: [] });
      },
    });
    await api.workCentres({ lat: 1, lon: 2, ...page });
    expect(sent).toEqual({
      address: `${baseUrl}/locations/v3/workcentres?lat=1&lon=2&offset=0&size=20`,
      key: 'wp_test_secret',
    });
  });

  it('that reach nobody are told from answers that cannot be read', async () => {
    const nobody = answering(() => Promise.reject(new TypeError('fetch failed')));
    await expect(nobody.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    for (const body of ['<html>', '{"workcentres":[]}', '{"pagination":{"total":1},"workcentres":[{}]}']) {
      const api = answering(async () => new Response(body));
      await expect(api.workCentres(page)).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
    }
  });

  it('that are aborted end with the reason of that, and count as no failure', async () => {
    const controller = new AbortController();
    controller.abort(new Error('asked for something else'));
    const api = answering(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(api.workCentres(page, controller.signal)).rejects.toThrow('asked for something else');
  });
});

describe('all services', () => {
  it('are read page by page', async () => {
    const { api } = locationsOfFixture();
    const whole = await api.capabilities();
    expect(whole.length).toBeGreaterThan(5);
    const offsets: string[] = [];
    const broken = answering(async () => Response.json({}));
    const inTwos = locationsOverClient({
      baseUrl,
      key: () => 'wp_test_key',
      fetch: async (request) => {
        const offset = Number(new URL(request.url).searchParams.get('offset'));
        offsets.push(String(offset));
        return Response.json({
          pagination: { total: whole.length },
          operational_capabilities: whole.slice(offset, offset + 2),
        });
      },
    });
    expect(await inTwos.capabilities()).toEqual(whole);
    expect(offsets).toHaveLength(Math.ceil(whole.length / 2));
    await expect(broken.capabilities()).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
  });
});
