import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from '../local/http/listening.ts';
import { asOperatorError, type ErrorCode, errorMessage, OperatorError } from '../operator/errors.ts';
import { Html } from '../portal/layout/html.ts';

/** Handles the query and the JSON body. Returns HTML, text or JSON. Throws OperatorError, $ZodError. */
export type Operation = (input: object, request: IncomingMessage) => Promise<unknown>;

export const operation =
  <Input>(
    input: z.ZodType<Input>,
    handle: (input: Input, request: IncomingMessage) => Promise<unknown>,
  ): Operation =>
  (given, request) =>
    handle(input.parse(given), request);

interface ConsoleSettings {
  /** Operations by method and path, such as `GET /api/overview`. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Scripts, styles and files of the map, by path. */
  readonly assets: ReadonlyMap<string, string | Uint8Array>;
  readonly pageAt: (path: string, pageKey: string | undefined) => string | undefined;
  /** 0 means any free port. */
  readonly port: number;
}

/**
 * Serves the console on 127.0.0.1 to the first browser that opens the link, which exchanges it for a session. Browsers
 * send cookies to every port of a host, so the session has two halves: a cookie that no script can read, and a key that
 * only pages of this origin can read. Requests for data need both; other requests need the cookie. Throws PortTaken.
 */
export const startConsole = async ({ assets, pageAt, port, ...settings }: ConsoleSettings) => {
  const operations = new Map(Object.entries(settings.operations));
  const [linkToken, cookie, pageKey] = [newSecret(), newSecret(), newSecret()];
  let isLinkUsed = false;
  let origin = '';
  let cookieName = '';

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(protection)) response.setHeader(name, value);
    const url = new URL(request.url ?? '/', origin);
    checkOrigin(request, origin);
    const token = url.searchParams.get('token');
    if (request.method === 'GET' && url.pathname === '/' && token !== null) {
      if (isLinkUsed || !isEqual(token, linkToken))
        throw new Forbidden('This link has already been used, or is not valid. Run `waypost console` again');
      isLinkUsed = true;
      response.setHeader('set-cookie', `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`);
      return send(response, 200, '.html', pageAt('/', pageKey) ?? '');
    }
    const { cookie: cookies = '', 'x-console-key': key } = request.headers;
    if (!cookies.split('; ').some((each) => isEqual(each, `${cookieName}=${cookie}`)))
      throw new Forbidden('Open the link that `waypost console` printed. It works once, in one browser');
    const asset = assets.get(url.pathname);
    if (request.method === 'GET' && asset !== undefined)
      return send(response, 200, extname(url.pathname), asset);
    const page = pageAt(url.pathname, undefined);
    if (request.method === 'GET' && page !== undefined) return send(response, 200, '.html', page);
    const handle = operations.get(`${request.method} ${url.pathname}`);
    if (!handle) throw new OperatorError('there is no such page', { code: 'not_found' });
    if (typeof key !== 'string' || !isEqual(key, pageKey))
      throw new Forbidden(
        'This tab belongs to a different console session. Open the link that `waypost console` printed',
      );
    const body = request.headers['content-type'] === 'application/json' ? await readJson(request) : {};
    const reply = await handle({ ...Object.fromEntries(url.searchParams), ...body }, request);
    if (reply instanceof Html) return send(response, 200, '.html', reply.text);
    if (typeof reply === 'string') return send(response, 200, '.txt', reply);
    send(response, 200, '.json', JSON.stringify(reply));
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, error);
    });
  });
  // A large file may take a long time to arrive.
  server.requestTimeout = 0;
  origin = await listen(server, port, '127.0.0.1');
  cookieName = `waypost-console-${new URL(origin).port}`;
  return { link: `${origin}/?token=${linkToken}`, close: () => void server.close().closeAllConnections() };
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

const newSecret = (): string => randomBytes(32).toString('base64url');

const isEqual = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/**
 * Rejects requests from other origins. Also rejects requests for other hosts, because another site's host name may
 * resolve to this machine (DNS rebinding). Browsers send no Origin with most read requests, but always send
 * Sec-Fetch-Site.
 */
const checkOrigin = ({ method, headers }: IncomingMessage, origin: string): void => {
  const { host, origin: sender, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (host !== new URL(origin).host) throw new Forbidden('This is not the address of the console');
  const isReading = method === 'GET' && sender === undefined;
  if (!isReading && sender !== origin) throw new Forbidden('The request comes from another page');
  if (site !== 'same-origin' && !(site === 'none' && isReading))
    throw new Forbidden('The request comes from another page. Paste the link into the address bar');
};

/** Headers that prevent caching, loading from other origins, and framing or reading by other pages. */
const protection = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const maxBodyBytes = 1_000_000;

const readJson = async (request: IncomingMessage): Promise<object> => {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > maxBodyBytes)
    throw new OperatorError('the request is too large', { code: 'wrong_usage' });
  return z.looseObject({}).parse(await json(request));
};

const send = (response: ServerResponse, status: number, suffix: string, content: string | Uint8Array) => {
  response.writeHead(status, { 'content-type': types[suffix] });
  response.end(content);
};

/** Some fields of a form are not valid. `fields` says what is wrong with each field. */
export class InvalidInput extends OperatorError {
  constructor(fields: Readonly<Record<string, string>>, message = 'some fields are not valid') {
    super(message, { code: 'wrong_usage', result: { data: { fields }, text: '' } });
  }
}

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  wrong_usage: 400,
  access_denied: 403,
  not_found: 404,
  busy: 409,
};

const sendError = (response: ServerResponse, thrown: unknown) => {
  if (thrown instanceof Forbidden) return send(response, 403, '.txt', thrown.message);
  const issues =
    thrown instanceof z.core.$ZodError ? thrown.issues : thrown instanceof SyntaxError ? [] : undefined;
  const fields = issues?.map(({ path, message }) => [path.join('.'), message]);
  const error = fields ? new InvalidInput(Object.fromEntries(fields), errorMessage(thrown)) : thrown;
  const { code, message, remedy = null, result } = asOperatorError(error);
  const body = JSON.stringify({ ...result?.data, error: { code, message, remedy } });
  send(response, statuses[code] ?? 502, '.json', body);
};
