import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { listen } from '../../infra/local/http/listening.ts';

const { url, key } = inject('sharedStack');

const smoke = async (args: readonly string[], environment: Record<string, string>) => {
  const run = spawn(process.execPath, ['test/smoke/smoke.ts', ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...environment },
  });
  const ended = new Promise<number | null>((resolve) => run.on('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
  return { stdout, stderr, status };
};

describe('npm run smoke', () => {
  it('finds nothing wrong with a running stack, and reads its whole export', async () => {
    const { status, stdout } = await smoke([url], { AUTH_KEY: key });
    expect(status, stdout).toBe(0);
    expect(stdout).toContain('hold as many work centres as the pages count');
    expect(stdout).toMatch(/Tests +\d{3} passed \| 1 skipped/);
  }, 120_000);

  it('fails where the key does not open the services', async () => {
    const { status, stdout } = await smoke([url], { AUTH_KEY: 'another-key' });
    expect(status).toBe(1);
    expect(stdout).toContain('failed');
  }, 60_000);

  it('fails where something else answers 200 to everything', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"status":"UP"}');
    });
    onTestFinished(() => void server.close().closeAllConnections());
    const { status, stdout } = await smoke([await listen(server, 0, '127.0.0.1')], { AUTH_KEY: key });
    expect(status).toBe(1);
    expect(stdout).toContain('failed');
  }, 60_000);

  it('says what is missing: an address, a key, a server', async () => {
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
