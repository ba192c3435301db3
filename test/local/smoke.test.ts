import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../infra/local/http/listening.ts';
import { bareEnvironment } from '../support/stack/run-waypost.ts';
import { issueKey, sharedStack, startOwnStack } from './running-stack.ts';

const { url, key, dataDirectory } = sharedStack;

const smoke = async (args: readonly string[], environment: Record<string, string>) => {
  const run = spawn(process.execPath, ['test/smoke/smoke.ts', ...args], {
    env: { ...bareEnvironment(), NO_COLOR: '1', ...environment },
  });
  const ended = new Promise<number | null>((resolve) => run.on('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
  return { stdout, stderr, status };
};

const answering = async (status: number, body: string): Promise<string> => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  return listen(server, 0, '127.0.0.1');
};

describe('npm run smoke', () => {
  it('passes on a running stack, and reads its whole export, with a key that cannot submit enquiries', async () => {
    const reading = await issueKey(dataDirectory, {
      scopes: ['bill-management:billers', 'locations-v2', 'locations-v3'],
    });
    const { status, stdout } = await smoke([url, '--published'], { AUTH_KEY: reading });
    expect(status, stdout).toBe(0);
    expect(stdout).toContain('contain as many work centres as the list');
    expect(stdout).toMatch(/Tests +\d{3} passed \| 1 skipped/);
  });

  it('passes on an empty stack, but fails with --published or if a response breaks the contract', async () => {
    const empty = await startOwnStack();
    onTestFinished(() => empty.remove());
    const first = await smoke([empty.url], { AUTH_KEY: empty.key });
    expect(first.status, first.stdout).toBe(0);

    const { hostname, port } = new URL(empty.url);
    const breaking = createServer((request, response) => {
      const { method, url: path = '', headers } = request;
      const onward = sendRequest({ hostname, port, method, path, headers }, (answer) => {
        const type = path.endsWith('/bill-types') ? { 'content-type': 'text/plain' } : {};
        response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...type });
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
    onTestFinished(() => void breaking.close().closeAllConnections());
    const address = await listen(breaking, 0, '127.0.0.1');
    const { status, stdout } = await smoke([address, '--published'], { AUTH_KEY: empty.key });
    expect(status).toBe(1);
    const failed = [...stdout.matchAll(/^ *× (.+?)(?: \d+ms)?$/gm)].map(([, title]) => title);
    expect(failed).toEqual([
      'are listed by code',
      expect.stringMatching(/^is served by locations v2/),
      expect.stringMatching(/^is served by locations v3/),
      'has work centres, capabilities and services',
      expect.stringMatching(/BillTypes responds to the example/),
    ]);
  }, 180_000);

  const error = { id: randomUUID(), code: 'TOO_MANY_REQUESTS', detail: 'Too Many Requests' };
  it.each<[string, () => Promise<string[]> | string[], string, number, RegExp]>([
    [
      'a rejected key',
      () => [url],
      'another-key',
      1,
      /^\S+: the key is rejected \(401\): it belongs to another stage, was revoked or has expired\n$/,
    ],
    [
      'a path below the base',
      () => [`${url}/elsewhere/`],
      key,
      1,
      /no Waypost at this address: \S+ returned 404/,
    ],
    [
      'a server with a fixed response',
      async () => [await answering(200, '{"status":"UP"}')],
      key,
      1,
      /no Waypost at this address: \S+ returned 200/,
    ],
    [
      'a throttled client',
      async () => [await answering(429, JSON.stringify({ errors: [error] }))],
      key,
      1,
      /: throttled \(429\): the client's usage plan .*\n$/,
    ],
    ['an unreachable server', () => ['http://127.0.0.1:1', '--wait', '0'], key, 1, /ECONNREFUSED/],
    ['a missing address', () => [], key, 2, /./],
    ['an invalid address', () => ['waypost'], key, 2, /./],
    ['a missing key', () => [url], '', 2, /AUTH_KEY/],
  ])('reports %s', async (_, args, withKey, status, message) => {
    const outcome = await smoke(await args(), withKey ? { AUTH_KEY: withKey } : {});
    expect(outcome).toEqual({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('reports a service whose scope the key lacks in one line', async () => {
    const partial = await issueKey(dataDirectory, { scopes: ['bill-management', 'locations-v3'] });
    expect(await smoke([url], { AUTH_KEY: partial })).toEqual({
      status: 1,
      stdout: '',
      stderr: `${url}/: the key lacks the scope locations-v2 (403): use a key for all three services\n`,
    });
  });
});
