import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { drain, listen } from '../../../../infra/local/http/listening.ts';
import { servePortal } from '../../../../infra/local/portal/portal.ts';
import type { DeployedPortal } from '../../../../infra/local/template/portal.ts';

export const script = 'console.log("a program of the portal");';
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
    { pathPattern: 'assets/*', headers: { 'cache-control': 'immutable' } },
    { pathPattern: '*', headers: { 'cache-control': 'no-cache' } },
  ],
};

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
};

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The status of what is left to the API. */
export const leftToTheApi = 418;

/** A portal of some files before an API that has nothing, for one test. What is asked is sent as it is written. */
export const portalUnderTest = async (changes: Partial<DeployedPortal> = {}) => {
  const reported: string[] = [];
  const folder = await makeFolder();
  const answerPage = servePortal(folder, { ...deployed, ...changes }, (line) => reported.push(line));
  const server = createServer((asked, response) => {
    if (!answerPage(asked, response)) response.writeHead(leftToTheApi).end();
  });
  const { port } = new URL(await listen(server, 0, '127.0.0.1'));
  onTestFinished(() => drain(server, 100));
  const ask = ({ path, method = 'GET', headers = {} }: Asked) =>
    new Promise<Answered>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const { statusCode: status } = answer;
        buffer(answer).then((body) => resolve({ status, headers: answer.headers, body }), reject);
      })
        .on('error', reject)
        .end();
    });
  return { ask, reported, folder, url: `http://127.0.0.1:${port}` };
};
