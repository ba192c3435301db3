import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../infra/local/http/listening.ts';
import { bareEnvironment } from '../support/processes/bare-environment.ts';
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
    const scopes = ['bill-management:billers', 'locations-v2', 'locations-v3'];
    const reading = await issueKey(dataDirectory, '--plan', 'unlimited', '--scope', ...scopes);
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

  it('reports a rejected key, or a service whose scope the key lacks, in one line', async () => {
    expect(await smoke([url], { AUTH_KEY: 'another-key' })).toEqual({
      status: 1,
      stdout: '',
      stderr: `${url}/: the key is rejected (401): it belongs to another stage, was revoked or has expired\n`,
    });
    const partial = await issueKey(dataDirectory, '--scope', 'bill-management', 'locations-v3');
    expect(await smoke([url], { AUTH_KEY: partial })).toEqual({
      status: 1,
      stdout: '',
      stderr: `${url}/: the key lacks the scope locations-v2 (403): use a key for all three services\n`,
    });
  });

  it("reports an address that is not Waypost's: a path below its base, or a server with a fixed response", async () => {
    const { status, stdout, stderr } = await smoke([`${url}/elsewhere/`], { AUTH_KEY: key });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^\S+\/elsewhere\/: no Waypost at this address: \S+ returned 404/);
    const missing = await smoke([await answering(200, '{"status":"UP"}')], { AUTH_KEY: key });
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toMatch(/no Waypost at this address: \S+ returned 200/);
  });

  it('reports a throttled client', async () => {
    const errors = [{ id: randomUUID(), code: 'TOO_MANY_REQUESTS', detail: 'Too Many Requests' }];
    const throttled = await smoke([await answering(429, JSON.stringify({ errors }))], { AUTH_KEY: key });
    expect(throttled).toMatchObject({ status: 1, stdout: '' });
    expect(throttled.stderr).toMatch(/: throttled \(429\): the client's usage plan .*\n$/);
  });

  it('reports a missing address, a missing key and an unreachable server', async () => {
    expect(await smoke([], { AUTH_KEY: key })).toMatchObject({ status: 2 });
    expect(await smoke(['waypost'], { AUTH_KEY: key })).toMatchObject({ status: 2 });
    const keyless = await smoke([url], {});
    expect(keyless.status).toBe(2);
    expect(keyless.stderr).toContain('AUTH_KEY');
    const unreachable = await smoke(['http://127.0.0.1:1', '--wait', '0'], { AUTH_KEY: key });
    expect(unreachable.status).toBe(1);
    expect(unreachable.stderr).toContain('ECONNREFUSED');
  });
});
