import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { readGuide } from '../../../infra/portal/pages/guides.ts';

const run = promisify(execFile);

/** Returns the first code block of a guide in a language. */
const codeIn = (guide: string, language: string): string => {
  const { body } = readGuide(guide);
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(body)?.[1] ?? expect.fail(guide);
};

/** Runs the first JavaScript of a guide, with its imports among the globals. */
const runScript = async (guide: string, globals: object): Promise<void> => {
  const code = codeIn(guide, 'js').replaceAll(/^import .*\n/gm, '');
  await runInNewContext(`(async () => {${code}})()`, { process, AbortSignal, ...globals });
};

describe('the server of the bill form', () => {
  let now = Date.now();
  const start = async (fetch: () => Response) => {
    const servers: RequestListener[] = [];
    const sent = vi.fn<(url: string, options: RequestInit) => Response>(fetch);
    await runScript('recipes/bill-form', {
      fetch: async (url: string, options: RequestInit) => sent(url, options),
      readFile: async () => 'page',
      createServer: (server: RequestListener) => ({ listen: () => servers.push(server) }),
      console: { error: () => undefined },
      Date: { now: () => now },
    });
    const statusOf = async (method: string, url: string, chunks: readonly Buffer[] = []) => {
      const request = Object.assign(Readable.from(chunks, { objectMode: false }), { method, url });
      const { promise, resolve } = Promise.withResolvers<number>();
      const writeHead = (status: number) => ({ end: () => resolve(status) });
      Reflect.apply(servers[0] ?? expect.fail(), undefined, [request, { writeHead }]);
      return promise;
    };
    return { sent, statusOf };
  };

  it('keeps the list of billers for a minute, but not a failure', async () => {
    let status = 503;
    const { sent, statusOf } = await start(() => Response.json({ billers: [] }, { status }));
    expect(await statusOf('GET', '/billers')).toBe(502);
    status = 200;
    expect(await Promise.all([statusOf('GET', '/billers'), statusOf('GET', '/billers')])).toEqual([200, 200]);
    expect(sent).toHaveBeenCalledTimes(2);
    now += 60_000;
    expect(await statusOf('GET', '/billers')).toBe(200);
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('serves the page whatever the query', async () => {
    const { statusOf } = await start(() => Response.error());
    expect(await statusOf('GET', '/?utm_source=x')).toBe(200);
  });

  it('sends the reference unchanged if a character is split over two chunks', async () => {
    const { sent, statusOf } = await start(() => Response.json({}));
    const body = Buffer.from('{"reference":"É1"}');
    const inside = body.indexOf('É') + 1;
    await statusOf('POST', '/check', [body.subarray(0, inside), body.subarray(inside)]);
    expect(sent.mock.calls[0]?.[1].body).toBe('{"reference":"É1"}');
  });
});

describe('the function for retries waits', () => {
  const pausesFor = async (retryAfter: string) => {
    const pauses: number[] = [];
    await runScript('reliability/retries', {
      fetch: async () => new Response('', { status: 503, headers: { 'retry-after': retryAfter } }),
      setTimeout: (done: () => void, milliseconds: number) => {
        pauses.push(milliseconds);
        done();
      },
      console: { log: () => undefined },
      Math: { random: () => 0, max: Math.max },
    });
    return pauses;
  };

  it('for the seconds in retry-after, or until the date in it', async () => {
    expect(await pausesFor('7')).toEqual([7000, 7000, 7000, 7000]);
    const pauses = await pausesFor(new Date(Date.now() + 30_000).toUTCString());
    expect(pauses).toHaveLength(4);
    expect(Math.min(...pauses)).toBeGreaterThan(20_000);
    expect(await pausesFor('soon')).toEqual([0, 0, 0, 0]);
  });
});

it('the map does not show an error response', async () => {
  const geoJSON = vi.fn();
  const shown = runScript('locations/geojson', {
    fetch: async () => Response.json({ errors: [] }, { status: 429 }),
    map: { getBounds: () => ({ toBBoxString: () => '144,-38,145,-37' }) },
    L: { geoJSON },
  });
  await expect(shown).rejects.toThrow('429');
  expect(geoJSON).not.toHaveBeenCalled();
});

it('the program in Python prints the status of an error in HTML', async ({ skip }) => {
  const library = `
import sys
from types import SimpleNamespace
def json(): raise ValueError('not JSON')
response = SimpleNamespace(ok=False, status_code=502, headers={'content-type': 'text/html'}, json=json)
session = SimpleNamespace(headers={}, get=lambda *_, **__: response)
sys.modules['requests'] = SimpleNamespace(Session=lambda: session)
`;
  const env = { ...process.env, AUTH_KEY: 'key' };
  const ended = run('python3', ['-c', library + codeIn('sdks/http', 'python')], { env });
  const failure = await ended.catch((error: NodeJS.ErrnoException & { stdout: string }) => error);
  if ('code' in failure && failure.code === 'ENOENT') skip('python3 is not installed');
  expect(failure.stdout).toBe('502\n');
});
