import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { prefersGzip } from '../../../shared/http/headers.ts';
import { type Answer, answerOf } from '../http/answer.ts';
import { type ObjectSource, objectAnswer } from '../http/object-answer.ts';
import { percentDecoded, type RequestTarget } from '../http/request-target.ts';
import { type DeployedPortal, matchesPattern } from '../template/portal.ts';

/** Returns the response to a request for a page, or undefined if the request is for the API. */
export type AnswerPage = (request: IncomingMessage, target: RequestTarget) => Promise<Answer | undefined>;

/**
 * Serves a built portal, and public objects of buckets, as CloudFront does with the templates' settings. `findObject`
 * returns undefined if there is no object. The portal and the API share an address here, so a request for a path
 * without a file is passed to the API if the API could serve it. Throws errors from reading files.
 */
export const servePortal = (
  folder: string,
  behaviours: DeployedPortal,
  findObject: (bucket: string, key: string) => ObjectSource | undefined,
): AnswerPage => {
  const files = new Set(pathsOfFiles(folder));

  return async (request, { path, rawQuery }) => {
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return undefined;
    const {
      headers = {},
      defaultHeaders = {},
      objects,
    } = behaviours.find(({ pathPattern }) => matchesPattern(pathPattern, path)) ?? {};
    if (files.has(`${path}/index.html`))
      return answerOf(301, { ...headers, location: `${path}/${rawQuery && `?${rawQuery}`}` });
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const found = objects
      ? findObject(objects.bucket, `${objects.folder}${percentDecoded(path) ?? path}`.slice(1))
      : files.has(file) && portalFile(folder, file, request.headers.host);
    if (found)
      return answerObject(request, { ...found, headers: { ...defaultHeaders, ...found.headers } }, headers);
    if (!objects && !(files.has(missingPage) && isVisit(request, path))) return undefined;
    const page = files.has(missingPage) ? readFileSync(join(folder, missingPage)) : Buffer.of();
    return answerOf(404, { ...defaultHeaders, ...headers, 'content-type': 'text/html;charset=utf-8' }, page);
  };
};

/** Delays requests for pages, but not for the API, until the portal is built (undefined if the build failed). */
export const onceBuilt =
  (built: Promise<AnswerPage | undefined>): AnswerPage =>
  async (request, target) =>
    isOfApi(target.path) ? undefined : (await built)?.(request, target);

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.xml': 'application/xml',
};

/** Cache-Control of assets, as set by the portal upload. */
const immutable = 'public, max-age=31536000, immutable';

/** Extensions of files that people and programs read as text. */
const texts = ['.html', '.md', '.txt', '.xml'];

/** Addresses of the API and of the portal in the built files. A deployment or a browser replaces them. */
const addressesOfBuild = ['https://api.example.com', 'https://portal.example.com', 'http://localhost:3000'];

/** Reads a portal file. In text files, replaces the addresses with this stack's address as the client knows it. */
const portalFile = (folder: string, path: string, host = 'localhost'): ObjectSource => {
  const file = join(folder, path);
  const extension = extname(file);
  const isText = texts.includes(extension) && /^[\w.:[\]-]+$/.test(host);
  const bytes = readFileSync(file);
  const content = isText
    ? Buffer.from(
        addressesOfBuild.reduce((text, each) => text.replaceAll(each, `http://${host}`), `${bytes}`),
      )
    : bytes;
  return {
    size: content.length,
    entityTag: `"${createHash('sha256').update(content).digest('base64url')}"`,
    lastModified: statSync(file).mtime.toISOString(),
    headers: {
      'content-type': mediaTypes[extension] ?? 'application/octet-stream',
      ...(path.startsWith('/assets/') && { 'cache-control': immutable }),
    },
    read: ({ first, last }) => Readable.from([content.subarray(first, last + 1)]),
  };
};

const compressed = promisify(gzip);

const compressible = /^(text\/|application\/(json|xml|javascript)|image\/svg)/;

/** Sizes that CloudFront compresses, in bytes. */
const minCompressed = 1_000;
const maxCompressed = 10_000_000;

/** Compresses an object if it is text and the client accepts gzip. `headers` override the object's headers. */
const answerObject = async (
  request: IncomingMessage,
  object: ObjectSource,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const { size, entityTag, headers: stored } = object;
  const isCompressible = compressible.test(stored['content-type'] ?? '') && size <= maxCompressed;
  const answer = objectAnswer(request.headers, {
    ...object,
    // Only a weak ETag can identify both the object and its compressed form.
    entityTag: isCompressible ? `W/${entityTag}` : entityTag,
    headers: { ...stored, vary: 'Accept-Encoding', ...headers },
  });
  if (answer.statusCode !== 200 || !isCompressible || Buffer.isBuffer(answer.body)) return answer;
  const acceptEncoding = [request.headers['accept-encoding'] ?? ''].flat().join(',');
  if (size < minCompressed || !prefersGzip(acceptEncoding)) return answer;
  const kept = answer.headers.filter(([name]) => name !== 'content-length');
  const body = await compressed(await buffer(answer.body), { level: 4 });
  return { ...answer, headers: [...kept, ['content-encoding', 'gzip']], body };
};

/** Page for missing files, as in the distribution. */
const missingPage = '/404.html';

/** First segments of the API's paths. */
const apiSegments = new Set(Object.values(basePathOf).map((path) => path.split('/')[1]));

const isOfApi = (path: string): boolean => apiSegments.has(path.split('/')[1]);

/** Whether a browser requests a page outside the API's paths. Other programs get the API's response. */
const isVisit = ({ headers }: IncomingMessage, path: string): boolean =>
  /(^|[,\s])text\/html\s*($|[,;])/i.test(headers.accept ?? '') && !isOfApi(path);

/** Returns the paths of all files, such as `/index.html`. */
const pathsOfFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));
