import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders, request } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { servePortal } from '../../../../infra/local/portal/portal.ts';
import type { DeployedPortal } from '../../../../infra/local/template/portal.ts';
import { startTestGateway } from '../gateway/gateway-under-test.ts';
import { newDirectory } from '../new-directory.ts';

const script = 'console.log("a program of the portal");';
/** Larger than the read-ahead of a stream. */
const largeFile = Buffer.alloc(8 * 1024 * 1024, 'a');

const files: Readonly<Record<string, string | Uint8Array>> = {
  'index.html': 'the start page',
  'docs/paging/index.html': 'the guide',
  '404.html': 'page not found',
  'settings.json': '{}',
  'large.bin': largeFile,
  'assets/portal-ABC.js': script,
  'assets/portal-ABC.js.br': brotliCompressSync(script),
  'assets/portal-ABC.js.gz': gzipSync(script),
};

const folderIndex = readFileSync(
  new URL('../../../../infra/constructs/portal/folder-index.js', import.meta.url),
  'utf8',
);

const deployed: DeployedPortal = {
  viewerRequest: folderIndex,
  behaviours: [
    { pathPrefix: '/assets/', headers: { 'cache-control': 'immutable' } },
    { pathPrefix: '/', headers: { 'cache-control': 'no-cache' } },
  ],
};

interface PortalResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a portal in front of an API without methods, for one test. Request paths are sent as is. */
const portalUnderTest = async (changes: Partial<DeployedPortal> = {}, browserKey?: () => string) => {
  const folder = await newDirectory();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const { url, entries, close } = await startTestGateway([], {
    answerPage: servePortal(folder, { ...deployed, ...changes }, browserKey),
    limits: { closeMilliseconds: 100 },
  });
  onTestFinished(close);
  const { port } = new URL(url);
  const send = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Promise<PortalResponse>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers }, (message) => {
        const { statusCode: status, headers } = message;
        buffer(message).then((body) => resolve({ status, headers, body }), reject);
      })
        .on('error', reject)
        .end();
    });
  return { send, entries, folder, url };
};

const program = '/assets/portal-ABC.js';

describe('the portal on one machine', () => {
  it.each([
    ['/', 'the start page', 'text/html;charset=utf-8'],
    ['/?q=1', 'the start page', 'text/html;charset=utf-8'],
    ['/index.html', 'the start page', 'text/html;charset=utf-8'],
    ['/docs/paging/', 'the guide', 'text/html;charset=utf-8'],
    ['/settings.json', '{}', 'application/json'],
    [program, script, 'text/javascript'],
  ])('serves %s', async (path, content, contentType) => {
    const { send } = await portalUnderTest();
    const { status, headers, body } = await send(path);
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: content });
    expect(headers).toMatchObject({
      'content-type': contentType,
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('sends each file with the headers of the first matching behaviour', async () => {
    const { send } = await portalUnderTest();
    expect((await send(program)).headers['cache-control']).toBe('immutable');
    expect((await send('/')).headers['cache-control']).toBe('no-cache');
  });

  const queries = ['', '?a=1', '?postcode=3000&type=PO&type=UPL&open', '?a=%2F%26&__proto__=1'];
  it.each(queries)('redirects a folder without its slash and keeps the query "%s"', async (query) => {
    const { send } = await portalUnderTest();
    const { status, headers } = await send(`/docs/paging${query}`);
    expect(status).toBe(301);
    expect(headers).toMatchObject({ location: `/docs/paging/${query}`, 'cache-control': 'no-cache' });
  });

  it('isolates the viewer request function from this process', async () => {
    const viewerRequest = `function handler(event) {
      const value = typeof process + event.constructor.constructor('return typeof process')();
      return { statusCode: 301, headers: { location: { value } } };
    }`;
    const { send } = await portalUnderTest({ viewerRequest });
    expect((await send('/')).headers.location).toBe('undefinedundefined');
  });

  it.each([
    ['/nothing', 'GET'],
    ['/docs/', 'GET'],
    ['/docs/other/', 'GET'],
    ['/locations/v3/workcentres', 'GET'],
    ['/assets/portal-ABC.js.br', 'GET'],
    ['/../package.json', 'GET'],
    ['/..%2fpackage.json', 'GET'],
    ['/assets/..%2fsettings.json', 'GET'],
    ['/assets/../settings.json', 'GET'],
    ['//settings.json', 'GET'],
    ['/%73ettings.json', 'GET'],
    ['/assets%2Fportal-ABC.js', 'GET'],
    ['/__proto__', 'GET'],
    ['/', 'POST'],
    ['/settings.json', 'PUT'],
    ['/', 'OPTIONS'],
  ])('passes %s to the API for %s', async (path, method) => {
    const { send } = await portalUnderTest();
    const { status, body } = await send(path, {}, method);
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
  });

  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/nothing', '/docs/other/', '/%73ettings.json', '/location', '/'.padEnd(300, 'x')])(
    'shows a browser the page for missing pages at %s',
    async (path) => {
      const { send } = await portalUnderTest();
      const { status, headers, body } = await send(path, browser);
      expect({ status, body: body.toString() }).toEqual({ status: 404, body: 'page not found' });
      expect(headers).toMatchObject({
        'content-type': 'text/html;charset=utf-8',
        'cache-control': 'no-cache',
      });
      const head = await send(path, browser, 'HEAD');
      expect({ status: head.status, length: head.body.length }).toEqual({ status: 404, length: 0 });
    },
  );

  it.each([
    ['/locations/v3/workcentres', 'GET', browser],
    ['/locations/v9/', 'GET', browser],
    ['/bill-management-api/other', 'HEAD', browser],
    ['/nothing', 'POST', browser],
    ['/nothing', 'GET', { accept: '*/*' }],
    ['/nothing', 'GET', { accept: 'application/json, text/htmlx' }],
  ])("keeps the API's response for %s with %s and %o", async (path, method, headers) => {
    const { send } = await portalUnderTest();
    const plain = await send(path, {}, method);
    const response = await send(path, headers, method);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['content-type']).toBe(plain.headers['content-type']);
  });

  it('handles HEAD like GET, without the body', async () => {
    const { send } = await portalUnderTest();
    const headers = { 'accept-encoding': 'gzip' };
    const [get, head] = [await send(program, headers), await send(program, headers, 'HEAD')];
    expect(head.body).toHaveLength(0);
    const { date: _, ...known } = get.headers;
    expect(head.headers).toMatchObject(known);
  });
});

describe('the encoding of a file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['brotli', undefined],
    ['', undefined],
  ])('is negotiated with a client that accepts "%s"', async (acceptEncoding, encoding) => {
    const { send } = await portalUnderTest();
    const { headers, body } = await send(program, { 'accept-encoding': acceptEncoding });
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync };
    expect(headers['content-encoding']).toBe(encoding);
    const plain = encoding === 'br' || encoding === 'gzip' ? decoded[encoding](body) : body;
    expect(plain.toString()).toBe(script);
  });

  it('is identity if there is no compressed file', async () => {
    const { send } = await portalUnderTest();
    const { headers } = await send('/', { 'accept-encoding': 'br, gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('has its own ETag for conditional requests', async () => {
    const { send } = await portalUnderTest();
    const tags = new Set<string>();
    for (const acceptEncoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': acceptEncoding };
      const { etag = '' } = (await send(program, headers)).headers;
      tags.add(etag);
      const again = await send(program, { ...headers, 'if-none-match': etag });
      expect({ status: again.status, body: again.body.length }).toEqual({ status: 304, body: 0 });
      expect(again.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'immutable' });
    }
    expect(tags.size).toBe(3);
  });
});

describe('a range request', () => {
  it.each([
    ['bytes=0-6', 206, script.slice(0, 7)],
    ['bytes=8-', 206, script.slice(8)],
    ['bytes=8-999', 206, script.slice(8)],
    ['bytes=999-', 416, ''],
    ['bytes=-5', 200, script],
    ['bytes=5-2', 200, script],
    ['bytes=0-1,3-4', 200, script],
    ['lines=0-1', 200, script],
  ])('for %s returns %i', async (range, status, content) => {
    const { send } = await portalUnderTest();
    const response = await send(program, { range });
    expect([response.status, response.body.toString()]).toEqual([status, content]);
    expect(response.headers['content-length']).toBe(String(content.length));
  });

  it('with If-Range returns the complete file', async () => {
    const { send } = await portalUnderTest();
    const headers = { range: 'bytes=0-6', 'if-range': '"another"' };
    expect((await send(program, headers)).body.toString()).toBe(script);
  });
});

it('closes a file when its client disconnects', async () => {
  const { url, folder } = await portalUnderTest();
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(join('/proc/self/fd', fd)).catch(() => ''),
    );
    return (await Promise.all(links)).filter((link) => link.startsWith(folder));
  };
  for (let count = 0; count < 20; count += 1) {
    const sent = get(`${url}/large.bin`);
    const [response] = await once(sent, 'response');
    await once(response, 'readable');
    sent.destroy();
  }
  await expect.poll(openFiles).toEqual([]);
});

it('adds the browser key of the running stack to the settings', async () => {
  const settings = '{"browserKey":"wp_web_…"}';
  const { send } = await portalUnderTest({}, () => 'wp_web_…');
  for (const [method, body] of [
    ['GET', settings],
    ['HEAD', ''],
  ] as const) {
    const response = await send('/settings.json', {}, method);
    expect([response.status, response.body.toString()]).toEqual([200, body]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'content-length': String(Buffer.byteLength(settings)),
    });
  }
  expect((await send('/')).body.toString()).toBe('the start page');
});

it('aborts only the request if a file was removed', async () => {
  const { send, folder } = await portalUnderTest();
  await rm(join(folder, 'settings.json'));
  await expect(send('/settings.json')).rejects.toThrow();
  expect((await send('/')).status).toBe(200);
});

it('logs each page, and returns 500 with a logged reason if one fails', async () => {
  const viewerRequest = `function handler({ request }) {
    if (request.uri === '/settings.json') throw new Error('of the edge');
    return request;
  }`;
  const { send, entries } = await portalUnderTest({ viewerRequest });
  expect((await send('/settings.json')).status).toBe(500);
  expect((await send('/index.html')).status).toBe(200);
  await expect.poll(entries).toMatchObject([
    { status: '500', reason: expect.stringMatching(/^gateway failed: .*of the edge/s) },
    { httpMethod: 'GET', resourcePath: '/index.html', status: '200' },
  ]);
});
