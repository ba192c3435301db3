import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { cut, parseRequestTarget, type RequestTarget } from '../gateway/read-request.ts';
import { type DeployedPortal, matchesPattern } from '../template/portal.ts';
import { type PublicObject, sendObject } from './public-objects.ts';

/** Responds to a request for a page, and returns whether it was one. All other requests are for the API. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves a built portal as CloudFront does with the templates' settings, and public objects of buckets. `findObject` returns
 * an object; undefined if there is none. The API has the same address here, so that requests for other paths without a
 * file are left to it, unless they cannot be for the API. Throws errors of the portal's function, and of reading files.
 */
export const servePortal = (
  folder: string,
  { viewerRequest: program, behaviours }: DeployedPortal,
  findObject: (bucket: string, key: string) => PublicObject | undefined,
): AnswerPage => {
  const files = new Set(pathsOfFiles(folder));
  const pages = new Set([...files].flatMap(pathsTo));
  const outcomeOf = viewerRequest(program);

  return (request, response) => {
    const target = parseRequestTarget(request.url ?? '/');
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return false;
    const { headers, objects } =
      behaviours.find(({ pathPattern }) => matchesPattern(pathPattern, target.path)) ?? {};
    if (!objects && !pages.has(target.path)) {
      if (!files.has(missingPage) || !isVisit(request, target.path)) return false;
      sendMissing(folder, request, response, headers);
      return true;
    }
    const outcome = outcomeOf(target);
    if ('movedTo' in outcome) {
      response.writeHead(301, { ...headers, location: outcome.movedTo, 'content-length': 0 }).end();
      return true;
    }
    if (objects) {
      const object = findObject(objects.bucket, `${objects.folder}${decoded(outcome.uri)}`.slice(1));
      if (object) void sendObject(request, response, object, headers ?? {});
      else sendMissing(folder, request, response, headers);
      return true;
    }
    if (!files.has(outcome.uri)) return false;
    void sendObject(
      request,
      response,
      fileObject(join(folder, outcome.uri), request.headers.host),
      headers ?? {},
    );
    return true;
  };
};

/** Media types of the portal's files. */
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

/** Files that people and programs read. */
const texts = ['.html', '.md', '.txt', '.xml'];

/** Addresses of the API and of the portal in the built files, which a deployment or a browser replaces. */
const addressesOfBuild = ['https://api.example.com', 'https://portal.example.com', 'http://localhost:3000'];

/** Reads a file of the portal. Texts name the address of this stack, as the client knows it. */
const fileObject = (file: string, host = 'localhost'): PublicObject => {
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
    headers: { 'content-type': mediaTypes[extension] ?? 'application/octet-stream' },
    read: ({ first, last }) => Readable.from([content.subarray(first, last + 1)]),
  };
};

/** Returns the key of an object for a path. A path that cannot be decoded is no object's. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const missingPage = '/404.html';

/** Sends the page for missing files, as CloudFront does. */
const sendMissing = (
  folder: string,
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const file = join(folder, missingPage);
  const page = existsSync(file) ? readFileSync(file) : Buffer.of();
  const described = { 'content-type': 'text/html;charset=utf-8', 'content-length': page.length };
  response.writeHead(404, { ...headers, ...described }).end(method === 'HEAD' ? undefined : page);
};

/** First segments of the paths of the API. */
const apiSegments = new Set(Object.values(basePathOf).map((path) => path.split('/')[1]));

/** Whether a browser requests a page outside of the API. Programs get the API's response for any other path. */
const isVisit = ({ headers }: IncomingMessage, path: string): boolean =>
  /(^|[,\s])text\/html\s*($|[,;])/i.test(headers.accept ?? '') && !apiSegments.has(path.split('/')[1]);

/** Returns the paths of all files. */
const pathsOfFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));

/** Returns all paths of a file: its own, and for `index.html` also its folder with and without the slash. */
const pathsTo = (file: string): readonly string[] => {
  if (!file.endsWith('/index.html')) return [file];
  const folder = file.slice(0, -'index.html'.length);
  return folder === '/' ? [file, folder] : [file, folder, folder.slice(0, -1)];
};

const moved = z.object({
  statusCode: z.literal(301),
  headers: z.object({ location: z.object({ value: z.string() }) }),
});
const forwarded = z.object({ uri: z.string().startsWith('/') });
const outcome = z.union([
  moved.transform((answer) => ({ movedTo: answer.headers.location.value })),
  forwarded,
]);

/** Runs a CloudFront function with only the language's built-ins. Throws errors of the function. */
const viewerRequest = (code: string) => {
  const context = createContext({});
  new Script(code, { filename: 'viewer-request.js' }).runInContext(context);
  // Passed as text, because an object of this realm would expose its constructor, and so the whole process.
  const call = new Script('handler(JSON.parse(event))');
  return ({ path, rawQuery }: RequestTarget) => {
    const request = {
      method: 'GET',
      uri: path,
      querystring: querystringOf(rawQuery),
      headers: {},
      cookies: {},
    };
    context.event = JSON.stringify({ version: '1.0', request });
    return outcome.parse(call.runInContext(context));
  };
};

/** Converts a query to CloudFront's format, without decoding it. */
const querystringOf = (rawQuery: string) => {
  const parameters = Map.groupBy(
    rawQuery.split('&').filter((part) => part !== ''),
    (part) => cut(part, '=')[0],
  );
  return Object.fromEntries(
    [...parameters].map(([name, parts]) => {
      const multiValue = parts.map((part) => ({ value: cut(part, '=')[1] }));
      return [name, { value: multiValue.at(-1)?.value ?? '', ...(parts.length > 1 && { multiValue }) }];
    }),
  );
};
