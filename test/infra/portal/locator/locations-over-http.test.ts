import { describe, expect, it } from 'vitest';
import { locationsOverHttp } from '../../../../infra/portal/locator/api/locations-over-http.ts';
import type { Failure } from '../../../../infra/portal/locator/api/search-failed.ts';
import { locationsOfFixture } from './locations-of-fixture.ts';

const base = 'http://api.example/locations/v3';

const answering = (answer: () => Promise<Response>, key: string | undefined = 'wp_test_key') =>
  locationsOverHttp({ base, key: () => key, fetch: answer });

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
    await expect(error(status, headers).workCentres({})).rejects.toMatchObject({ failure });
  });

  it('is told even where its body is none of ours', async () => {
    const proxy = answering(async () => new Response('<html>', { status: 400 }));
    await expect(proxy.workCentres({})).rejects.toMatchObject({
      failure: { kind: 'refused', detail: 'status 400' },
    });
  });
});

describe('requests', () => {
  it('are not made without a key', async () => {
    let isAsked = false;
    const api = locationsOverHttp({
      base,
      key: () => undefined,
      fetch: async () => {
        isAsked = true;
        return Response.json({});
      },
    });
    await expect(api.workCentres({})).rejects.toMatchObject({ failure: { kind: 'no key' } });
    expect(isAsked).toBe(false);
  });

  it('carry the key in a header, and never in their address', async () => {
    let sent: { readonly address: string; readonly key: string | null } | undefined;
    const api = locationsOverHttp({
      base,
      key: () => 'wp_test_secret',
      fetch: async (address, init) => {
        sent = { address: String(address), key: new Headers(init?.headers).get('auth-key') };
        return Response.json({ pagination: { total: 0 }, workcentres: [] });
      },
    });
    await api.workCentres({ lat: 1, lon: 2 });
    expect(sent).toEqual({ address: `${base}/workcentres?lat=1&lon=2`, key: 'wp_test_secret' });
  });

  it('that reach nobody are told from answers that cannot be read', async () => {
    const nobody = answering(() => Promise.reject(new TypeError('fetch failed')));
    await expect(nobody.workCentres({})).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    for (const body of ['<html>', '{"workcentres":[]}', '{"pagination":{"total":1},"workcentres":[{}]}']) {
      const api = answering(async () => new Response(body));
      await expect(api.workCentres({})).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
    }
  });

  it('that are aborted end with the reason of that, and count as no failure', async () => {
    const controller = new AbortController();
    controller.abort(new Error('asked for something else'));
    const api = answering(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(api.workCentres({}, controller.signal)).rejects.toThrow('asked for something else');
  });
});

describe('all services', () => {
  it('are read page by page', async () => {
    const { api } = locationsOfFixture();
    const whole = await api.capabilities();
    expect(whole.length).toBeGreaterThan(5);
    const offsets: string[] = [];
    const paged = answering(async () => Response.json({}));
    const inTwos = locationsOverHttp({
      base,
      key: () => 'wp_test_key',
      fetch: async (address) => {
        const offset = Number(new URL(String(address)).searchParams.get('offset'));
        offsets.push(String(offset));
        return Response.json({
          pagination: { total: whole.length },
          operational_capabilities: whole.slice(offset, offset + 2),
        });
      },
    });
    expect(await inTwos.capabilities()).toEqual(whole);
    expect(offsets).toHaveLength(Math.ceil(whole.length / 2));
    await expect(paged.capabilities()).rejects.toMatchObject({ failure: { kind: 'unreadable' } });
  });
});
