import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { createContext, Script } from 'node:vm';
import sirv from 'sirv';
import * as z from 'zod';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { prefersGzip } from '../../../shared/http/headers.ts';
import { cut, parseRequestTarget, type RequestTarget } from '../gateway/read-request.ts';
import type { DeployedPortal } from '../template/portal.ts';

/** Responds to a request for a page, and returns whether it was one. All other requests are for the API. */
export type AnswerPage = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves a built portal as CloudFront does with the templates' settings. The API has the same address here, so that
 * requests for paths without a file are left to it, unless a browser requests a page that cannot be one of the API. `browserKey` returns the key that is added to the settings of
 * the pages, once there is one. Throws errors of the portal's function.
 */
export const servePortal = (
  folder: string,
  { viewerRequest: program, behaviours }: DeployedPortal,
  browserKey: () => string | undefined = () => undefined,
): AnswerPage => {
  const serveFile = sirv(folder, { etag: true, brotli: true, gzip: true, extensions: [] });
  const files = new Set(pathsOfFiles(folder));
  const pages = new Set([...files].flatMap(pathsTo));
  const outcomeOf = viewerRequest(program);

  return (request, response) => {
    const target = parseRequestTarget(request.url ?? '/');
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return false;
    const headers = behaviours.find(({ pathPrefix }) => target.path.startsWith(pathPrefix))?.headers;
    if (!pages.has(target.path)) {
      if (!files.has(missingPage) || !isVisit(request, target.path)) return false;
      const body = readFileSync(join(folder, missingPage));
      const headersOfBody = { 'content-type': 'text/html;charset=utf-8', 'content-length': body.length };
      response.writeHead(404, { ...headers, ...headersOfBody }).end(body);
      return true;
    }
    const outcome = outcomeOf(target);
    if ('movedTo' in outcome) {
      response.writeHead(301, { ...headers, location: outcome.movedTo, 'content-length': 0 }).end();
      return true;
    }
    if (!files.has(outcome.uri)) return false;
    // Set here, because sirv adds no headers to a 304.
    response.setHeaders(new Map(Object.entries({ ...headers, vary: 'Accept-Encoding' })));
    const key = outcome.uri === '/settings.json' ? browserKey() : undefined;
    if (key !== undefined) {
      const settings: object = JSON.parse(readFileSync(join(folder, outcome.uri), 'utf8'));
      const body = JSON.stringify({ ...settings, browserKey: key });
      const headersOfBody = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      response.writeHead(200, headersOfBody).end(body);
      return true;
    }
    request.url = outcome.uri;
    simplifyHeaders(request);
    closeWithClient(response);
    serveFile(request, response);
    return true;
  };
};

const missingPage = '/404.html';

/** First segments of the paths of the API. */
const apiSegments = new Set(Object.values(basePathOf).map((path) => path.split('/')[1]));

/** Whether a browser requests a page outside of the API. Programs get the API's response for any other path. */
const isVisit = ({ headers }: IncomingMessage, path: string): boolean =>
  /(^|[,\s])text\/html\s*($|[,;])/i.test(headers.accept ?? '') && !apiSegments.has(path.split('/')[1]);

/** Returns the paths of all files, without the compressed copies. */
const pathsOfFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'));

/** Returns all paths of a file: its own, and for `index.html` also its folder with and without the slash. */
const pathsTo = (file: string): readonly string[] => {
  if (!file.endsWith('/index.html')) return [file];
  const folder = file.slice(0, -'index.html'.length);
  return folder === '/' ? [file, folder] : [file, folder, folder.slice(0, -1)];
};

/**
 * Reduces headers to what sirv parses correctly: encodings without weights, and one range with a first byte. Ignoring a
 * range, or a condition on it, is always allowed (RFC 9110, section 14.2).
 */
const simplifyHeaders = ({ headers }: IncomingMessage): void => {
  const { 'accept-encoding': accepted = '', range = '' } = headers;
  const encodings = [/(^|[,\s])br\s*(,|$)/i.test(accepted) && 'br', prefersGzip(accepted) && 'gzip'];
  headers['accept-encoding'] = encodings.filter(Boolean).join();
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const isSimple = first !== undefined && (!last || (last !== '0' && Number(first) <= Number(last)));
  if (!isSimple || headers['if-range'] !== undefined) delete headers.range;
};

/** sirv does not close a file if the client disconnects, nor handle read errors. */
const closeWithClient = (response: ServerResponse): void => {
  response.once('pipe', (file) => {
    file.on('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
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
