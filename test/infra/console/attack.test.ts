import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';
import { type ConsoleSession, sessionOf, startConsole } from '../../support/stack/start-console.ts';

const stack = await startOperatorStack({ imports: true });
let running: Awaited<ReturnType<typeof startConsole>>;
beforeAll(async () => {
  running = await startConsole(stack.dataDirectory);
});
afterAll(async () => {
  running.kill();
  await stack.close();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request as given, because fetch would not send a foreign Host or Origin. */
const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(new URL(path, running.origin), { method, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

/** Session from the first visit, after which the link no longer works. */
let session: ConsoleSession;
let opened: Awaited<ReturnType<typeof send>>;
beforeAll(async () => {
  opened = await send(running.link);
  const setCookie = opened.headers['set-cookie']?.[0];
  session = sessionOf({ origin: running.origin, setCookie, body: opened.body });
});

const overview = '/api/overview';
const json = { 'content-type': 'application/json' };
const follow = { method: 'POST', body: '{"key":"locations/x.ndjson"}' };

describe('the console', () => {
  it('opens from its link, and sets a session cookie that is hidden from scripts and other sites', async () => {
    expect(opened.status).toBe(200);
    expect(opened.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(opened.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self'; /,
      ),
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const { origin: _, ...reading } = session;
    expect(await send(overview, { headers: reading })).toMatchObject({ status: 200 });
    expect(
      await send('/api/imports/progress', { ...follow, headers: { ...session, ...json } }),
    ).toMatchObject({ status: 200 });
  });

  const expectNothing = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { status, headers: returned, body } = await send(path, { headers });
    expect(status).toBe(403);
    expect(returned['set-cookie']).toBeUndefined();
    expect(body).not.toContain(session['x-console-key']);
    expect(body).not.toMatch(/<|version/);
  };

  const port = () => new URL(running.origin).port;
  it.each([
    ['a guessed link', '/?token=guessed', () => ({})],
    ['no session', '/', () => ({})],
    ['no session for a script', '/assets/console.js', () => ({})],
    ['no cookie', overview, () => ({ ...session, cookie: '' })],
    ['another cookie', overview, () => ({ ...session, cookie: session.cookie.replace(/=.*/, '=guessed') })],
    ['only the cookie, which other ports see', overview, () => ({ cookie: session.cookie })],
    ['another key', overview, () => ({ ...session, 'x-console-key': 'guessed' })],
    ['another host for this machine', overview, () => ({ ...session, host: `attacker.example:${port()}` })],
    ['another origin: localhost', overview, () => ({ ...session, host: `localhost:${port()}` })],
    ['a foreign origin', overview, () => ({ ...session, origin: 'https://attacker.example' })],
    ['the origin of another port', overview, () => ({ ...session, origin: 'http://127.0.0.1:1' })],
    ['an opaque origin', overview, () => ({ ...session, origin: 'null' })],
    ['the metadata of another site', overview, () => ({ ...session, 'sec-fetch-site': 'cross-site' })],
    ['the metadata of another port', overview, () => ({ ...session, 'sec-fetch-site': 'same-site' })],
  ])('returns 403 and no data to a request with %s', (_, path, headers) => expectNothing(path, headers()));

  it('returns 403 and no data to a replayed link, even with the session', async () => {
    await expectNothing(running.link, {});
    await expectNothing(running.link, session);
  });

  it.each([
    ['without an origin', { origin: undefined }],
    ['from a foreign origin', { origin: 'https://attacker.example' }],
    ['from a page opened from the address bar', { 'sec-fetch-site': 'none' }],
    ['without the key', { 'x-console-key': undefined }],
    ['without the cookie', { cookie: undefined }],
  ])('rejects changes %s', async (_, changed) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...session, ...json, ...changed }))
      if (value !== undefined) headers[name] = value;
    expect((await send('/api/imports/progress', { ...follow, headers })).status).toBe(403);
  });

  it('explains invalid requests without a stack trace', async () => {
    const dryRun = { method: 'POST', headers: { ...session, ...json } };
    const { status, body } = await send('/api/dry-runs', { ...dryRun, body: '{"kind":"secrets"}' });
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatchObject({
      code: 'wrong_usage',
      message: expect.stringContaining('kind'),
    });
    expect((await send('/api/dry-runs', { ...dryRun, body: '{' })).status).toBe(400);
    expect((await send('/api/nothing', { headers: session })).status).toBe(404);
  });

  it('listens only on 127.0.0.1', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    const port = Number(new URL(running.origin).port);
    const connectTo = (address: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, address, () => resolve('connected'));
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      });
    expect(await connectTo('127.0.0.1')).toBe('connected');
    const results = await Promise.all([...others, '::1', '127.0.0.2'].map(connectTo));
    expect(results).not.toContain('connected');
    // On a machine without IPv6, or with only one loopback address, some of these addresses do not exist.
    expect(results).toContain('ECONNREFUSED');
  });
});

it('waypost console reports a port that is in use, and stops on Ctrl-C', async () => {
  const { port } = new URL(running.origin);
  const args = ['console', '--no-open', '--port', port, '--data-dir', stack.dataDirectory];
  expect(await runWaypost(args)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
  });
  running.interrupt();
  expect(await running.ended).toMatchObject({ status: 130, stdout: '' });
});
