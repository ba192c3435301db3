import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { servePortal } from '../../../../infra/local/portal/portal.ts';
import type { DeployedPortal } from '../../../../infra/local/template/portal.ts';
import { startTestGateway } from '../gateway/gateway-under-test.ts';

const script = 'console.log("a program of the portal");';
/** More than a stream reads ahead. */
const largeFile = Buffer.alloc(8 * 1024 * 1024, 'a');

const files: Readonly<Record<string, string | Uint8Array>> = {
  'index.html': 'the start page',
  'guides/paging/index.html': 'the guide',
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

/** A portal of some files before an API without methods, for one test. Requests are sent as they are written. */
const portalUnderTest = async (changes: Partial<DeployedPortal> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const { url, entries, close } = await startTestGateway([], {
    answerPage: servePortal(folder, { ...deployed, ...changes }),
    limits: { closeMilliseconds: 100 },
  });
  onTestFinished(close);
  const { port } = new URL(url);
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
      (resolve, reject) => {
        request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
          const { statusCode: status } = answer;
          buffer(answer).then((body) => resolve({ status, headers: answer.headers, body }), reject);
        })
          .on('error', reject)
          .end();
      },
    );
  return { ask, entries, folder, url };
};

const program = '/assets/portal-ABC.js';

describe('the portal on one machine', () => {
  it.each([
    ['/', 'the start page', 'text/html;charset=utf-8'],
    ['/?q=1', 'the start page', 'text/html;charset=utf-8'],
    ['/index.html', 'the start page', 'text/html;charset=utf-8'],
    ['/guides/paging/', 'the guide', 'text/html;charset=utf-8'],
    ['/settings.json', '{}', 'application/json'],
    [program, script, 'text/javascript'],
  ])('answers %s', async (path, content, contentType) => {
    const { ask } = await portalUnderTest();
    const { status, headers, body } = await ask(path);
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: content });
    expect(headers).toMatchObject({
      'content-type': contentType,
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('sends each file with the headers of the first pattern that fits', async () => {
    const { ask } = await portalUnderTest();
    expect((await ask(program)).headers['cache-control']).toBe('immutable');
    expect((await ask('/')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['', '?a=1', '?postcode=3000&type=PO&type=UPL&open', '?a=%2F%26&__proto__=1'])(
    'sends a folder without its slash on to the one with it, with its query %s',
    async (query) => {
      const { ask } = await portalUnderTest();
      const { status, headers } = await ask(`/guides/paging${query}`);
      expect(status).toBe(301);
      expect(headers).toMatchObject({ location: `/guides/paging/${query}`, 'cache-control': 'no-cache' });
    },
  );

  it('lets the program before its files reach nothing of this process', async () => {
    const viewerRequest = `function handler(event) {
      const value = typeof process + event.constructor.constructor('return typeof process')();
      return { statusCode: 301, headers: { location: { value } } };
    }`;
    const { ask } = await portalUnderTest({ viewerRequest });
    expect((await ask('/')).headers.location).toBe('undefinedundefined');
  });

  it.each([
    ['/nothing', 'GET'],
    ['/guides/', 'GET'],
    ['/guides/other/', 'GET'],
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
  ])('leaves %s to the API, asked by %s', async (path, method) => {
    const { ask } = await portalUnderTest();
    const { status, body } = await ask(path, {}, method);
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ errors: [{ code: 'METHOD_NOT_FOUND' }] });
  });

  it('answers HEAD as GET, without the body', async () => {
    const { ask } = await portalUnderTest();
    const headers = { 'accept-encoding': 'gzip' };
    const [get, head] = [await ask(program, headers), await ask(program, headers, 'HEAD')];
    expect(head.body).toHaveLength(0);
    const { date: _, ...known } = get.headers;
    expect(head.headers).toMatchObject(known);
  });
});

describe('the form that a file is sent in', () => {
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
  ])('suits a client that accepts "%s"', async (acceptEncoding, encoding) => {
    const { ask } = await portalUnderTest();
    const { headers, body } = await ask(program, { 'accept-encoding': acceptEncoding });
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync };
    expect(headers['content-encoding']).toBe(encoding);
    const plain = encoding === 'br' || encoding === 'gzip' ? decoded[encoding](body) : body;
    expect(plain.toString()).toBe(script);
  });

  it('is the file itself where that is not compressed', async () => {
    const { ask } = await portalUnderTest();
    const { headers } = await ask('/', { 'accept-encoding': 'br, gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('has a tag of its own, which saves sending it again', async () => {
    const { ask } = await portalUnderTest();
    const tags = new Set<string>();
    for (const acceptEncoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': acceptEncoding };
      const { etag = '' } = (await ask(program, headers)).headers;
      tags.add(etag);
      const again = await ask(program, { ...headers, 'if-none-match': etag });
      expect({ status: again.status, body: again.body.length }).toEqual({ status: 304, body: 0 });
      expect(again.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'immutable' });
    }
    expect(tags.size).toBe(3);
  });

  it('is sent where the client has another form', async () => {
    const { ask } = await portalUnderTest();
    const { etag = '' } = (await ask(program, { 'accept-encoding': 'br' })).headers;
    const answer = await ask(program, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(answer.status).toBe(200);
  });
});

describe('a part of a file', () => {
  it.each([
    ['bytes=0-6', 206, script.slice(0, 7)],
    ['bytes=8-', 206, script.slice(8)],
    ['bytes=8-999', 206, script.slice(8)],
    ['bytes=999-', 416, ''],
    ['bytes=-5', 200, script],
    ['bytes=5-2', 200, script],
    ['bytes=0-1,3-4', 200, script],
    ['lines=0-1', 200, script],
  ])('is answered for %s with %i', async (range, status, content) => {
    const { ask } = await portalUnderTest();
    const answer = await ask(program, { range });
    expect([answer.status, answer.body.toString()]).toEqual([status, content]);
    expect(answer.headers['content-length']).toBe(String(content.length));
  });

  it('is not answered on a condition, but the whole file', async () => {
    const { ask } = await portalUnderTest();
    const headers = { range: 'bytes=0-6', 'if-range': '"another"' };
    expect((await ask(program, headers)).body.toString()).toBe(script);
  });
});

it('clients that leave in the middle of a file leave it closed', async () => {
  const { url, folder } = await portalUnderTest();
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(join('/proc/self/fd', fd)).catch(() => ''),
    );
    return (await Promise.all(links)).filter((link) => link.startsWith(folder));
  };
  for (let count = 0; count < 20; count += 1) {
    const asked = get(`${url}/large.bin`);
    const [response] = await once(asked, 'response');
    await once(response, 'readable');
    asked.destroy();
  }
  await expect.poll(openFiles).toEqual([]);
});

it('a file that is gone ends its request, and nothing else', async () => {
  const { ask, folder } = await portalUnderTest();
  await rm(join(folder, 'settings.json'));
  await expect(ask('/settings.json')).rejects.toThrow();
  expect((await ask('/')).status).toBe(200);
});

it('logs each page, and why one failed, which is 500 and takes nothing else with it', async () => {
  const viewerRequest = `function handler({ request }) {
    if (request.uri === '/settings.json') throw new Error('of the edge');
    return request;
  }`;
  const { ask, entries } = await portalUnderTest({ viewerRequest });
  expect((await ask('/settings.json')).status).toBe(500);
  expect((await ask('/index.html')).status).toBe(200);
  await expect.poll(entries).toMatchObject([
    { status: '500', reason: expect.stringMatching(/^gateway failed: .*of the edge/s) },
    { httpMethod: 'GET', resourcePath: '/index.html', status: '200' },
  ]);
});
