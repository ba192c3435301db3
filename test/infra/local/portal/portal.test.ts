import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerOf } from '../../../../infra/local/http/answer.ts';
import { type AnswerPage, onceBuilt, servePortal } from '../../../../infra/local/portal/portal.ts';
import type { DeployedPortal } from '../../../../infra/local/template/portal.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { startTestGateway } from '../gateway/gateway-under-test.ts';
import { newDirectory } from '../new-directory.ts';

const script = 'console.log("a program of the portal");';

const files: Readonly<Record<string, string>> = {
  'index.html': 'the start page',
  'docs/paging/index.html': 'the guide',
  '404.html': 'page not found',
  'settings.json': '{}',
  'docs/paging/index.md': 'curl "https://api.example.com/locations", see http://localhost:3000/docs/',
  'assets/portal-ABC.js': script,
};

const behaviours: DeployedPortal = [
  {
    pathPattern: '/assets/*',
    headers: { 'x-frame-options': 'DENY' },
    defaultHeaders: { 'cache-control': 'no-cache' },
  },
  {
    pathPattern: '/map/*',
    headers: { 'cache-control': 'immutable' },
    defaultHeaders: {},
    objects: { bucket: 'published', folder: '/public' },
  },
  { pathPattern: '/*', headers: { 'cache-control': 'no-cache' }, defaultHeaders: {} },
];

type StorageUnderTest = Parameters<typeof servePortal>[2];

interface PortalResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a portal in front of an API without methods. Returns a function that requests paths as given. */
const portalUnderTest = async (findObject: StorageUnderTest = () => undefined) => {
  const folder = await newDirectory();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const { url, entries, close } = await startTestGateway([], {
    answerPage: servePortal(folder, behaviours, findObject),
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

/** Headers that a browser sends when it opens a page. */
const visit = { accept: 'text/html,*/*;q=0.8' };
const program = '/assets/portal-ABC.js';

describe('a portal that is being built', () => {
  it.each<[string, AnswerPage | undefined, number]>([
    ['is built', async () => answerOf(200, {}, Buffer.from('the guides')), 200],
    ['could not be built', undefined, 404],
  ])('delays requests for pages, but not for the API, until it %s', async (_, pages, status) => {
    const built = Promise.withResolvers<AnswerPage | undefined>();
    const { url, close } = await startTestGateway([], { answerPage: onceBuilt(built.promise) });
    onTestFinished(close);
    const page = fetch(`${url}/docs/`);
    // The test gateway's response to an unknown path.
    expect((await fetch(`${url}/locations/v3/nothing`)).status).toBe(404);
    built.resolve(pages);
    expect((await page).status).toBe(status);
  });
});

describe('the portal on one machine', () => {
  it.each([
    ['/', 'the start page', 'text/html;charset=utf-8'],
    ['/?q=1', 'the start page', 'text/html;charset=utf-8'],
    ['/docs/paging/', 'the guide', 'text/html;charset=utf-8'],
    ['/settings.json', '{}', 'application/json'],
    [program, script, 'text/javascript;charset=utf-8'],
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

  it.each([
    [program, 200, { 'x-frame-options': 'DENY', 'cache-control': 'public, max-age=31536000, immutable' }],
    ['/assets/portal-OLD.js', 404, { 'x-frame-options': 'DENY', 'cache-control': 'no-cache' }],
    ['/', 200, { 'cache-control': 'no-cache' }],
  ])('sends %s with the headers of the first matching behaviour', async (path, status, headers) => {
    const { send } = await portalUnderTest();
    expect(await send(path, visit)).toMatchObject({ status, headers });
  });

  const queries = ['', '?a=%2F%26&type=PO&type=UPL&open&__proto__=1'];
  it.each(queries)('redirects a folder without a trailing slash, and keeps the query "%s"', async (query) => {
    const { send } = await portalUnderTest();
    const { status, headers } = await send(`/docs/paging${query}`);
    expect(status).toBe(301);
    expect(headers).toMatchObject({ location: `/docs/paging/${query}`, 'cache-control': 'no-cache' });
  });

  it('contains its own address in text files, with the host that the client requested', async () => {
    const { send } = await portalUnderTest();
    const { body, headers } = await send('/docs/paging/index.md', { host: 'stack.example:8080' });
    expect(body.toString()).toBe(
      'curl "http://stack.example:8080/locations", see http://stack.example:8080/docs/',
    );
    expect(headers['content-type']).toBe('text/markdown;charset=utf-8');
    const odd = await send('/docs/paging/index.md', { host: '"><script>' });
    expect(odd.body.toString()).toContain('https://api.example.com');
  });

  it.each([
    ...['/nothing', '/docs/', '/location', '/__proto__', '/../package.json', '/..%2fpackage.json'],
    ...['/assets/../settings.json', '//settings.json', '/%73ettings.json', '/assets%2Fportal-ABC.js'],
  ])('sends the “not found” page for %s', async (path) => {
    const { send } = await portalUnderTest();
    const { status, headers, body } = await send(path, visit);
    expect({ status, body: body.toString() }).toEqual({ status: 404, body: 'page not found' });
    expect(headers['content-type']).toBe('text/html;charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const head = await send(path, visit, 'HEAD');
    expect({ status: head.status, length: head.body.length }).toEqual({ status: 404, length: 0 });
  });

  it.each([
    ['/locations/v3/workcentres', 'GET', visit],
    ['/bill-management-api/other', 'HEAD', visit],
    ['/settings.json', 'PUT', visit],
    ['/nothing', 'POST', visit],
    ['/nothing', 'GET', {}],
    ['/nothing', 'GET', { accept: 'application/json' }],
  ] as const)('passes %s to the API for %s with %o', async (path, method, headers) => {
    const { send } = await portalUnderTest();
    const response = await send(path, headers, method);
    expect(response).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } });
    if (method !== 'HEAD') expect(response.body.toString()).toContain('METHOD_NOT_FOUND');
  });

  it('handles HEAD like GET, without the body', async () => {
    const { send } = await portalUnderTest();
    const headers = { 'accept-encoding': 'gzip' };
    const [get, head] = [await send(program, headers), await send(program, headers, 'HEAD')];
    expect(head.body).toHaveLength(0);
    const { date: _, 'x-amzn-requestid': __, ...known } = get.headers;
    expect(head.headers).toMatchObject(known);
  });
});

describe('the public objects of a bucket', () => {
  const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => index));
  const archive = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

  const withObjects = async () => {
    const store = await startLocalBucket();
    onTestFinished(() => store.close());
    const put = (Key: string, Body: Uint8Array | string, ContentType: string) =>
      store.client.send(
        new PutObjectCommand({ Bucket: store.bucket, Key, Body, ContentType, CacheControl: 'of the object' }),
      );
    await put('public/map/places.json', text, 'application/json');
    await put('public/map/australia.pmtiles', archive, 'application/octet-stream');
    await store.put('manifest.json', 'private');
    return portalUnderTest(store.findObject);
  };

  it.each([
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])(
    'respond to Accept-Encoding %s, and return 304 if the client’s copy is current',
    async (accepted, encoding) => {
      const { send } = await withObjects();
      const given = { 'accept-encoding': accepted };
      const { status, headers, body } = await send('/map/places.json', given);
      const plain = encoding === 'gzip' ? gunzipSync(body) : body;
      expect([status, headers['content-encoding'], plain.toString()]).toEqual([200, encoding, text]);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'immutable',
        vary: 'Accept-Encoding',
      });
      const again = await send('/map/places.json', { ...given, 'if-none-match': String(headers.etag) });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      const head = await send('/map/places.json', given, 'HEAD');
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
      // A weak tag may refer to the other form, so the object is sent whole.
      const ranged = await send('/map/places.json', { range: 'bytes=0-9', 'if-range': String(headers.etag) });
      expect([ranged.status, ranged.body.toString()]).toEqual([200, text]);
    },
  );

  it.each([
    ['bytes=0-16383', 206, [0, 5_000]],
    ['bytes=127-200', 206, [127, 201]],
    ['bytes=5000-', 416, [0, 0]],
    ['bytes=0-1,3-4', 200, [0, 5_000]],
  ] as const)('can be read in ranges, as a map archive is: %s', async (range, status, [first, end]) => {
    const { send } = await withObjects();
    const response = await send('/map/australia.pmtiles', { range, 'accept-encoding': 'gzip' });
    expect([response.status, response.body.equals(archive.subarray(first, end))]).toEqual([status, true]);
    expect(response.headers['content-range']).toBe(
      { 200: undefined, 206: `bytes ${first}-${end - 1}/5000`, 416: 'bytes */5000' }[status],
    );
    const whole = await send('/map/australia.pmtiles', { range, 'if-range': '"another"' });
    expect([whole.status, whole.body.length]).toEqual([200, 5_000]);
  });

  it.each([
    '/map/none.json',
    '/map/%E0%A4%A.json',
    '/map/../manifest.json',
    '/map/',
    '/map/..%2F..%2Fmanifest.json',
  ])('do not exist at %s, which returns the “not found” page', async (path) => {
    const { send } = await withObjects();
    const { status, headers, body } = await send(path);
    expect([status, body.toString()]).toEqual([404, 'page not found']);
    expect(headers['content-type']).toBe('text/html;charset=utf-8');
  });
});

it('logs each page, and returns 500 with a logged reason if a file was removed', async () => {
  const { send, entries, folder } = await portalUnderTest();
  await rm(join(folder, 'settings.json'));
  expect((await send('/settings.json')).status).toBe(500);
  expect((await send('/index.html')).status).toBe(200);
  await expect.poll(entries).toMatchObject([
    { status: '500', reason: expect.stringMatching(/^gateway failed: .*settings.json/s) },
    { httpMethod: 'GET', resourcePath: '/index.html', status: '200' },
  ]);
});
