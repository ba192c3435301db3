import { describe, expect, it } from 'vitest';
import { CatalogueChanged, createWaypostClient, WaypostError } from '../../../shared/client/index.ts';
import { sendJson, serverThat } from './server-that.ts';

const key = 'wp_test_a1_secret';
const retries = { firstPauseMilliseconds: 1 };
const clientOf = (baseUrl: string) => createWaypostClient({ baseUrl, key, retries });

/** Serves a paginated list of `total` items. `versionAt` returns the catalogue version for each page's offset. */
const listOf = (total: number, versionAt: (offset: number) => string = () => 'v1') =>
  serverThat((response, { url }) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const [offset, size] = [Number(searchParams.get('offset')), Number(searchParams.get('size'))];
    const items = [...Array(total).keys()].slice(offset, offset + size).map((id) => ({ id: String(id) }));
    const name = pathname.endsWith('/workcentres') ? 'workcentres' : 'operational_capabilities';
    const body = { pagination: { total, offset, size: items.length }, [name]: items };
    sendJson(response, 200, body, { 'waypost-catalogue-version': versionAt(offset) });
  });

describe('a client', () => {
  it('sends the key to every service under a base path, and repeats list parameters', async () => {
    const { url, seen } = await serverThat((response) => sendJson(response, 200, { workcentres: [] }));
    const { billManagement, locationsV2, locationsV3 } = clientOf(`${url}/stage/`);
    await billManagement.GET('/biller-metadata/{code}', { params: { path: { code: 'a/b c' } } });
    await locationsV2.GET('/points/postcode/{postcode}', { params: { path: { postcode: 3000 } } });
    await locationsV3.GET('/workcentres', {
      params: {
        query: {
          type: 'PO,UPL',
          'attribute[work_centre_id]': 'a&b',
          'location[addresses.type]': ['STREET_ADDRESS', 'PARCEL_COLLECT'],
          'location[addresses.type:all]': [],
          lat: undefined,
        },
      },
    });
    expect(seen.map(({ url: requested }) => requested)).toEqual([
      '/stage/bill-management-api/v1/biller-metadata/a%2Fb%20c',
      '/stage/locations/v2/points/postcode/3000',
      '/stage/locations/v3/workcentres?type=PO%2CUPL&attribute%5Bwork_centre_id%5D=a%26b' +
        '&location%5Baddresses.type%5D=STREET_ADDRESS&location%5Baddresses.type%5D=PARCEL_COLLECT',
    ]);
    expect(seen.map(({ headers }) => headers['auth-key'])).toEqual([key, key, key]);
  });

  it('does not follow redirects, which would send the key to another host', async () => {
    const elsewhere = await serverThat((response) => sendJson(response, 200, {}));
    const { url } = await serverThat((response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    );
    const { response } = await clientOf(url).locationsV3.GET('/export/workcentres');
    expect([response.status, response.headers.get('location')]).toEqual([302, elsewhere.url]);
    expect(elsewhere.seen).toEqual([]);
  });

  it('rejects an invalid key without including it in the error', () => {
    for (const wrong of ['', 'a key', 'key\n', 'schlüssel']) {
      const attempt = () => createWaypostClient({ baseUrl: 'http://127.0.0.1', key: wrong });
      expect(attempt).toThrow(new TypeError('the key must consist of visible ASCII characters'));
    }
  });
});

describe('an error', () => {
  const errorFrom = (url: string) =>
    clientOf(url)
      .workCentres()
      .next()
      .catch((thrown: unknown) => thrown);

  it('has the status, code and IDs that the service returned', async () => {
    const problem = { id: 'an-id', code: 'CONSTRAINT_VIOLATION', detail: 'must be there' };
    const errors = [{ ...problem, source: { parameter: 'lat' } }, problem];
    const { url } = await serverThat((response) => sendJson(response, 400, { errors }));
    const error = await errorFrom(url);
    expect(error).toBeInstanceOf(WaypostError);
    expect(error).toMatchObject({ status: 400, code: 'CONSTRAINT_VIOLATION', problems: errors });
    expect(String(error)).toContain('CONSTRAINT_VIOLATION: must be there (an-id)');
    expect(String(error)).not.toContain(key);
  });

  it.each([
    ["a proxy's page", '<html>'],
    ['nothing', ''],
    ['other JSON', '{"errors":[{"id":1},null,"a"]}'],
    ['JSON without a list of errors', '{"errors":"a"}'],
  ])('has only its status if the body is %s', async (_, body) => {
    const { url } = await serverThat((response) => response.writeHead(502).end(body));
    const error = await errorFrom(url);
    expect(error).toMatchObject({
      status: 502,
      code: undefined,
      problems: [],
      message: 'responded with 502',
    });
  });
});

describe('a list', () => {
  it('yields the items of all pages, and requests each page when needed', async () => {
    const { url, seen } = await listOf(250);
    const found: string[] = [];
    for await (const { id } of clientOf(url).workCentres({ type: 'PO' })) {
      expect(seen).toHaveLength(Math.floor(found.length / 100) + 1);
      found.push(id);
    }
    expect(found).toEqual([...Array(250).keys()].map(String));
    expect(seen.map(({ url: requested }) => requested.split('?')[1])).toEqual([
      'type=PO&offset=0&size=100',
      'type=PO&offset=100&size=100',
      'type=PO&offset=200&size=100',
    ]);
  });

  it('has pages of the size that a browser key may request', async () => {
    const { url, seen } = await listOf(30);
    const client = createWaypostClient({ baseUrl: url, key: 'wp_web_a1_secret', retries });
    expect(await Array.fromAsync(client.workCentres())).toHaveLength(30);
    expect(seen.map(({ url: requested }) => requested.split('?')[1])).toEqual([
      'offset=0&size=20',
      'offset=20&size=20',
    ]);
  });

  it('leaves the meaning of now to the service, because the clock of a device may be wrong', async () => {
    const { url, seen } = await listOf(4);
    await Array.fromAsync(clientOf(url).workCentres({ open_at: 'now' }, { pageSize: 2 }));
    const times = seen.map(({ url: requested }) => new URL(requested, url).searchParams.get('open_at'));
    expect(times).toEqual(['now', 'now']);
  });

  it.each([0, 1, 200, 201])('of %i items ends after the last item', async (total) => {
    const { url, seen } = await listOf(total);
    expect(await Array.fromAsync(clientOf(url).capabilities())).toHaveLength(total);
    expect(seen).toHaveLength(Math.max(1, Math.ceil(total / 200)));
  });

  it.each([0, 4])('throws if the page at offset %i of 9 items is empty', async (from) => {
    const { url, seen } = await serverThat((response, { url: requested }) => {
      const offset = Number(new URL(requested, 'http://host').searchParams.get('offset'));
      const workcentres = [...Array(from).keys()].slice(offset).map((id) => ({ id: String(id) }));
      sendJson(response, 200, { pagination: { total: 9, offset, size: workcentres.length }, workcentres });
    });
    const found: string[] = [];
    const all = async () => {
      for await (const { id } of clientOf(url).workCentres()) found.push(id);
    };
    await expect(all()).rejects.toThrow(
      new RangeError(`the page at item ${from} is empty, although there are 9 items`),
    );
    expect(found).toHaveLength(from);
    expect(seen).toHaveLength(from === 0 ? 1 : 2);
  });

  it('throws if another version was published between two pages', async () => {
    const { url } = await listOf(30, (offset) => (offset < 20 ? 'v1' : 'v2'));
    const found: string[] = [];
    const all = async () => {
      for await (const { id } of clientOf(url).workCentres({}, { pageSize: 10 })) found.push(id);
    };
    const error = await all().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CatalogueChanged);
    expect(error).toMatchObject({ from: 'v1', to: 'v2' });
    expect(found).toHaveLength(20);
  });

  it.each([0, -1, Number.NaN])('rejects a page size of %d', async (pageSize) => {
    const { url, seen } = await listOf(30);
    await expect(Array.fromAsync(clientOf(url).workCentres({}, { pageSize }))).rejects.toThrow(RangeError);
    expect(seen).toEqual([]);
  });

  it('is aborted by a signal', async () => {
    const { url } = await listOf(300);
    const abort = new AbortController();
    const items = clientOf(url).workCentres({}, { signal: abort.signal });
    await items.next();
    abort.abort(new Error('enough'));
    await expect(Array.fromAsync(items)).rejects.toThrow('enough');
  });
});
