import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from '../local/http/listening.ts';
import { asOperatorError, type ErrorCode, errorMessage, OperatorError } from '../operator/errors.ts';
import type { Asset } from './assets.ts';

/** An operation of the console. Its input is the query and, for POST, the JSON body; its output is JSON. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Handles a request. Throws OperatorError, and $ZodError for an invalid input. */
  readonly handle: (input: unknown, request: IncomingMessage) => Promise<unknown>;
  /** Whether `handle` reads the body itself, because it is a file. */
  readonly takesFile?: boolean;
}

/** Creates an operation whose input is parsed by a schema. */
export const operation = <Input>(
  method: Operation['method'],
  path: string,
  input: z.ZodType<Input>,
  handle: (input: Input, request: IncomingMessage) => Promise<unknown>,
  takesFile = false,
): Operation => ({
  method,
  path,
  handle: (given, request) => handle(input.parse(given), request),
  takesFile,
});

export interface ConsoleSettings {
  readonly operations: readonly Operation[];
  /** Scripts, styles and files of the map, by path. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** Returns the HTML of the page with a path; undefined if there is none. */
  readonly pageAt: (path: string, pageKey: string | undefined) => string | undefined;
  /** 0 for any free port. */
  readonly port: number;
}

export interface RunningConsole {
  /** Link that opens the console once. */
  readonly link: string;
  close(): void;
}

/**
 * Serves the console on 127.0.0.1, to the browser that opens the link first. The link is exchanged for a session in two
 * halves: a cookie that no script can read, and a key that the page keeps for its own origin, because browsers send
 * cookies to every port of a host. Data need both halves, all other requests the cookie. Throws PortTaken.
 */
export const startConsole = async (settings: ConsoleSettings): Promise<RunningConsole> => {
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
        throw new Forbidden('This link was already used, or is not valid. Start `waypost console` again');
      isLinkUsed = true;
      response.setHeader('set-cookie', `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`);
      send(response, 200, 'text/html; charset=utf-8', settings.pageAt('/', pageKey) ?? '');
      return;
    }
    if (!isEqual(cookieOf(request, cookieName), cookie))
      throw new Forbidden('Open the link that `waypost console` printed. It works once, in one browser');
    const asset = settings.assets.get(url.pathname);
    const page = settings.pageAt(url.pathname, undefined);
    if (request.method === 'GET' && asset) return send(response, 200, asset.type, asset.content);
    if (request.method === 'GET' && page !== undefined)
      return send(response, 200, 'text/html; charset=utf-8', page);
    const found = settings.operations.find(
      ({ method, path }) => method === request.method && path === url.pathname,
    );
    if (!found)
      return sendJson(response, 404, { error: { code: 'not_found', message: 'there is no such page' } });
    const key = request.headers['x-console-key'];
    if (typeof key !== 'string' || !isEqual(key, pageKey))
      throw new Forbidden(
        'This tab belongs to another session. Open the link that `waypost console` printed',
      );
    const body = found.method === 'POST' && !found.takesFile ? await readJson(request) : {};
    sendJson(
      response,
      200,
      await found.handle({ ...Object.fromEntries(url.searchParams), ...body }, request),
    );
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, error);
    });
  });
  // A large file may take long to arrive.
  server.requestTimeout = 0;
  origin = await listen(server, settings.port, '127.0.0.1');
  cookieName = `waypost-console-${new URL(origin).port}`;
  return {
    link: `${origin}/?token=${linkToken}`,
    close: () => void server.close().closeAllConnections(),
  };
};

const newSecret = (): string => randomBytes(32).toString('base64url');

const isEqual = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

/** The request does not come from the console's own page. */
class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/**
 * Rejects requests for other hosts, against names that resolve to this machine, and of other origins. A browser sends no
 * Origin with most requests for reading, but always tells the site.
 */
const checkOrigin = ({ method, headers }: IncomingMessage, origin: string): void => {
  const { host, origin: sender, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (host !== new URL(origin).host) throw new Forbidden('This is not the address of the console');
  const isReading = method === 'GET' && sender === undefined;
  if (!isReading && sender !== origin) throw new Forbidden('The request comes from another page');
  if (site !== 'same-origin' && !(site === 'none' && isReading))
    throw new Forbidden('The request comes from another page. Paste the link into the address bar');
};

const cookieOf = ({ headers: { cookie = '' } }: IncomingMessage, name: string): string =>
  cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Nothing is cached or loaded from elsewhere, and no other page can frame or read the console. */
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

const send = (response: ServerResponse, status: number, type: string, content: string | Uint8Array): void => {
  response.writeHead(status, { 'content-type': type });
  response.end(content);
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json', JSON.stringify(body));

/** Some fields of a form are not valid. `fields` says what is wrong with each. */
export class InvalidInput extends OperatorError {
  constructor(fields: Readonly<Record<string, string>>, message = 'some fields are not valid') {
    super(message, { code: 'wrong_usage', result: { data: { fields }, text: '' } });
  }
}

const fieldsOf = (error: Error): Readonly<Record<string, string>> =>
  error instanceof z.core.$ZodError
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]))
    : {};

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  wrong_usage: 400,
  access_denied: 403,
  not_found: 404,
  busy: 409,
};

const sendError = (response: ServerResponse, thrown: unknown): void => {
  if (thrown instanceof Forbidden) {
    send(response, 403, 'text/plain; charset=utf-8', thrown.message);
    return;
  }
  const isWrong = thrown instanceof z.core.$ZodError || thrown instanceof SyntaxError;
  const error = isWrong ? new InvalidInput(fieldsOf(thrown), errorMessage(thrown)) : thrown;
  const { code, message, remedy = null, result } = asOperatorError(error);
  sendJson(response, statuses[code] ?? 502, { ...result?.data, error: { code, message, remedy } });
};
