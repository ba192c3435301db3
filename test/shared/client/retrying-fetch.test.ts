import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { pause } from '../../../shared/client/pause.ts';
import { retryingFetch, usualRetries } from '../../../shared/client/retrying-fetch.ts';
import { errorBody, sendJson, serverThat } from './server-that.ts';

const now = Date.parse('2026-11-22T00:00:00Z');

/** Sends with pauses that are noted instead of kept, and chance that is always half. */
const sender = (settings = {}, clock = () => now) => {
  const pauses: number[] = [];
  const send = retryingFetch(
    (request) => fetch(request),
    { ...usualRetries, firstPauseMilliseconds: 100, ...settings },
    { now: clock, random: () => 0.5, pause: async (milliseconds) => void pauses.push(milliseconds) },
  );
  return { send, pauses };
};

/** Refuses so many requests, and then answers 200. */
const refusing = (times: number, status: number, headers = {}) =>
  serverThat((response, _, count) =>
    count <= times ? sendJson(response, status, errorBody('A'), headers) : sendJson(response, 200, { count }),
  );

describe('a client that is refused for now', () => {
  it.each([429, 500, 502, 503, 504])('sends a request again that was answered with %i', async (status) => {
    const { url, seen } = await refusing(2, status);
    const { send, pauses } = sender();
    expect((await send(new Request(url))).status).toBe(200);
    expect(seen).toHaveLength(3);
    expect(pauses).toEqual([50, 100]);
  });

  it.each([400, 401, 403, 404, 405, 409, 501, 505])('does not for %i', async (status) => {
    const { url, seen } = await refusing(1, status);
    const { send } = sender();
    expect((await send(new Request(url))).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('makes the attempts that the guide advises, with its pauses', async () => {
    const guide = await readFile(new URL('../../../infra/portal/guides/errors.md', import.meta.url), 'utf8');
    expect(guide).toContain('up to 1 second, then 2, 4 and 8; give up after five attempts');
    const { url, seen } = await refusing(9, 500);
    const { send, pauses } = sender({ firstPauseMilliseconds: usualRetries.firstPauseMilliseconds });
    expect((await send(new Request(url))).status).toBe(500);
    expect(seen).toHaveLength(5);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('begins no attempt later than the longest total after the first', async () => {
    const { url, seen } = await refusing(9, 504);
    let time = now;
    const { send, pauses } = sender({ longestTotalMilliseconds: 60_000 }, () => {
      time += 29_000;
      return time;
    });
    expect((await send(new Request(url))).status).toBe(504);
    expect(seen).toHaveLength(3);
    expect(pauses).toEqual([50, 100]);
  });

  it('hands on the answer of the last attempt', async () => {
    const { url, seen } = await refusing(9, 503);
    const { send } = sender({ attempts: 3 });
    const response = await send(new Request(url));
    expect([response.status, await response.json()]).toEqual([503, errorBody('A')]);
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['seconds', '3', 3_000],
    ['a date', 'Sun, 22 Nov 2026 00:00:07 GMT', 7_000],
    ['a date that is over', 'Sat, 21 Nov 2026 00:00:00 GMT', 0],
    ['nothing that can be read', 'soon', 0],
    ['no whole seconds', '1.5', 0],
    ['what only looks like a year', '2099.5', 0],
  ])('waits as long as the answer asks, in %s, and a little', async (_, header, milliseconds) => {
    const { url } = await refusing(1, 429, { 'retry-after': header });
    const { send, pauses } = sender();
    await send(new Request(url));
    expect(pauses).toEqual([milliseconds + 50]);
  });

  it('does not wait where the answer asks for more than the longest pause', async () => {
    const { url, seen } = await refusing(1, 503, { 'retry-after': '61' });
    const { send } = sender();
    expect((await send(new Request(url))).status).toBe(503);
    expect(seen).toHaveLength(1);
  });

  it('pauses no longer than the longest pause', async () => {
    const { url } = await refusing(6, 503);
    const { send, pauses } = sender({ attempts: 7, longestPauseMilliseconds: 300 });
    await send(new Request(url));
    expect(pauses).toEqual([50, 100, 150, 150, 150, 150]);
  });

  it('sends again what was lost on the way, and in the end says why', async () => {
    const { url, seen } = await serverThat((response, _, count) =>
      count <= 2 ? response.destroy() : sendJson(response, 200, {}),
    );
    expect((await sender().send(new Request(url))).status).toBe(200);
    expect(seen).toHaveLength(3);
    await expect(sender().send(new Request('http://127.0.0.1:1'))).rejects.toThrow('fetch failed');
  });
});

describe('a request that changes something', () => {
  const post = (url: string, headers = {}) => new Request(url, { method: 'POST', body: 'text', headers });

  it('is sent again where it was refused before anything was done', async () => {
    const { url, seen } = await refusing(2, 429);
    expect((await sender().send(post(url))).status).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['text', 'text', 'text']);
  });

  it.each([500, 502, 503, 504])('is sent once where it was answered with %i', async (status) => {
    const { url, seen } = await refusing(1, status);
    expect((await sender().send(post(url))).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('is sent once where it was lost on the way, or carries no key', async () => {
    const lost = await serverThat((response) => response.destroy());
    await expect(sender().send(post(lost.url))).rejects.toThrow('fetch failed');
    expect(lost.seen).toHaveLength(1);
    const { url, seen } = await refusing(1, 503);
    expect((await sender().send(post(url, { 'Idempotency-Key': '' }))).status).toBe(503);
    expect(seen).toHaveLength(1);
  });

  it.each([500, 503])('is sent again after %i, with all it had, where its key tells', async (status) => {
    const { url, seen } = await refusing(2, status);
    expect((await sender().send(post(url, { 'Idempotency-Key': 'abc' }))).status).toBe(200);
    expect(seen.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual(
      Array(3).fill(['text', 'abc']),
    );
  });
});

describe('a signal', () => {
  it('ends a pause', async () => {
    const { url, seen } = await refusing(9, 503);
    const abort = new AbortController();
    const paused = Promise.withResolvers<void>();
    const send = retryingFetch((request) => fetch(request), usualRetries, {
      now: () => now,
      random: () => 0.5,
      pause: (_, signal) => {
        paused.resolve();
        // Longer than any test may take.
        return pause(3_600_000, signal);
      },
    });
    const outcome = send(new Request(url, { signal: abort.signal }));
    await paused.promise;
    abort.abort(new Error('enough'));
    await expect(outcome).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });

  it('ends an attempt, and no other follows', async () => {
    const abort = new AbortController();
    const { url, seen } = await serverThat(() => abort.abort(new Error('enough')));
    const { send } = sender();
    await expect(send(new Request(url, { signal: abort.signal }))).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});
