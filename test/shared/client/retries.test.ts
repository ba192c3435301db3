import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaypostClient, type RetrySettings } from '../../../shared/client/index.ts';
import { errorBody } from './server-that.ts';

/** The client's time, which moves only during pauses and slow responses. */
let now: number;
let pauses: number[];

beforeEach(() => {
  now = Date.parse('2026-11-22T00:00:00Z');
  pauses = [];
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('setTimeout', (resolve: () => void, milliseconds: number) => {
    pauses.push(milliseconds);
    now += milliseconds;
    queueMicrotask(resolve);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Respond = (count: number, request: Request) => Response | Promise<Response>;

const clientOf = (respond: Respond, retries: Partial<RetrySettings> = { firstPauseMilliseconds: 100 }) => {
  const sent: { readonly body: string; readonly key: string | null }[] = [];
  const client = createWaypostClient({
    baseUrl: 'https://api.example',
    key: 'wp_test_a1_secret',
    retries,
    fetch: async (request) => {
      const count = sent.push({
        body: await request.text(),
        key: request.headers.get('idempotency-key'),
      });
      return respond(count, request);
    },
  });
  const get = (signal?: AbortSignal) =>
    client.locationsV3.GET('/workcentres/{id}', { params: { path: { id: '1_PO' } }, signal });
  const post = (idempotencyKey?: string) =>
    client.billManagement.POST('/enquiries', {
      params: { header: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey } },
      body: {
        firstname: 'Ada',
        lastname: 'Lovelace',
        email: 'ada@example.org',
        enquiryType: 'PAYMENT',
        enquiryDetails: 'Paid twice.',
        biller: null,
        billId: null,
      },
    });
  const validate = () =>
    client.billManagement.POST('/bills/validate', { body: { billerCode: '1200', reference: '18' } });
  return { sent, get, post, validate };
};

const failing =
  (times: number, status: number, headers = {}): Respond =>
  (count) =>
    count <= times ? Response.json(errorBody('A'), { status, headers }) : Response.json({});

const lost = () => Promise.reject(new TypeError('fetch failed'));
const lostInBody = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));

describe('a request', () => {
  it.each([429, 500, 502, 503, 504])('is retried after %i', async (status) => {
    const { get, sent } = clientOf(failing(2, status));
    expect((await get()).response.status).toBe(200);
    expect(sent).toHaveLength(3);
    expect(pauses).toEqual([50, 100]);
  });

  it.each([400, 401, 403, 404, 405, 409, 501, 505])('is not retried after %i', async (status) => {
    const { get, sent } = clientOf(failing(1, status));
    expect((await get()).response.status).toBe(status);
    expect(sent).toHaveLength(1);
  });

  it('is retried as the guide to retries advises', async () => {
    const guide = await readFile(
      new URL('../../../infra/portal/guides/reliability/retries.md', import.meta.url),
      'utf8',
    );
    expect(guide).toContain('up to 1 second, then 2, 4 and 8; give up after five attempts');
    const { get, sent } = clientOf(failing(9, 500), {});
    const { response, error } = await get();
    expect([response.status, error]).toEqual([500, errorBody('A')]);
    expect(sent).toHaveLength(5);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('is not retried after the maximum total time', async () => {
    const slowly: Respond = (count, request) => {
      now += 29_000;
      return failing(9, 504)(count, request);
    };
    const { get, sent } = clientOf(slowly, { firstPauseMilliseconds: 100, maxTotalMilliseconds: 60_000 });
    expect((await get()).response.status).toBe(504);
    expect(sent).toHaveLength(3);
    expect(pauses).toEqual([50, 100]);
  });

  it.each([
    ['seconds', '3', 3_000],
    ['a date', 'Sun, 22 Nov 2026 00:00:07 GMT', 7_000],
    ['a past date', 'Sat, 21 Nov 2026 00:00:00 GMT', 0],
    ['other text', 'soon', 0],
    ['a fraction that looks like a year', '2099.5', 0],
  ])('waits for Retry-After in %s, plus a random time', async (_, header, milliseconds) => {
    await clientOf(failing(1, 429, { 'retry-after': header })).get();
    expect(pauses).toEqual([milliseconds + 50]);
  });

  it('never exceeds the maximum pause, and is not retried if Retry-After does', async () => {
    const retries = { attempts: 7, firstPauseMilliseconds: 100, maxPauseMilliseconds: 300 };
    await clientOf(failing(6, 503), retries).get();
    expect(pauses).toEqual([50, 100, 150, 150, 150, 150]);
    const { get, sent } = clientOf(failing(1, 503, { 'retry-after': '61' }));
    expect((await get()).response.status).toBe(503);
    expect(sent).toHaveLength(1);
  });

  it('is retried after lost connections, and fails with the last error', async () => {
    const { get, sent } = clientOf((count) => (count <= 2 ? lost() : Response.json({})));
    expect((await get()).response.status).toBe(200);
    expect(sent).toHaveLength(3);
    await expect(clientOf(lost).get()).rejects.toThrow('fetch failed');
    await expect(clientOf(lostInBody).get()).rejects.toThrow('terminated');
  });

  it('is retried after a timeout, which is 30 seconds by default', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    const { get, sent } = clientOf((count, { signal }) => {
      if (count > 1) return Response.json({});
      late.abort(new DOMException('late', 'TimeoutError'));
      return Promise.reject(signal.reason);
    });
    expect((await get()).response.status).toBe(200);
    expect(sent).toHaveLength(2);
    expect(timeout.mock.calls).toEqual([[30_000], [30_000]]);
  });
});

describe('a POST', () => {
  it.each<[number, string | undefined, number]>([
    [429, undefined, 3],
    [500, undefined, 1],
    [502, undefined, 1],
    [503, undefined, 1],
    [504, undefined, 1],
    [503, '', 1],
    [500, 'abc', 3],
    [503, 'abc', 3],
  ])('that returns %i with the idempotency key %j is sent %i times', async (status, key, times) => {
    const { post, sent } = clientOf(failing(2, status));
    expect((await post(key)).response.status).toBe(times === 3 ? 200 : status);
    expect(sent).toHaveLength(times);
    expect(new Set(sent.map((each) => each.key))).toEqual(new Set([key ?? null]));
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent.at(-1)?.body).toContain('Lovelace');
  });

  it('is retried like a GET if it validates a bill', async () => {
    const { validate, sent } = clientOf(failing(2, 503));
    expect((await validate()).response.status).toBe(200);
    expect(sent).toHaveLength(3);
  });

  it('is retried after a lost connection only if it has an idempotency key', async () => {
    for (const losing of [lost, lostInBody]) {
      const { post, sent } = clientOf((count) => (count <= 2 ? losing() : Response.json({})));
      await expect(post()).rejects.toThrow(TypeError);
      expect(sent).toHaveLength(1);
      expect((await post('abc')).response.status).toBe(200);
      expect(sent).toHaveLength(3);
    }
  });
});

it('a signal aborts a pause or an attempt, and prevents further retries', async () => {
  const abort = new AbortController();
  const endsAttempt = clientOf((_, { signal }) => {
    abort.abort(new Error('enough'));
    return Promise.reject(signal.reason);
  });
  await expect(endsAttempt.get(abort.signal)).rejects.toThrow('enough');
  expect(endsAttempt.sent).toHaveLength(1);

  const during = new AbortController();
  const endsBody = clientOf((_, { signal }) => {
    const body = new ReadableStream({
      // Like platforms that lose the reason.
      start: (stream) => signal.addEventListener('abort', () => stream.error()),
      pull: () => during.abort(new Error('enough')),
    });
    return new Response(body);
  });
  await expect(endsBody.get(during.signal)).rejects.toThrow('enough');
  expect(endsBody.sent).toHaveLength(1);

  const other = new AbortController();
  vi.stubGlobal('setTimeout', () => queueMicrotask(() => other.abort(new Error('enough'))));
  const endsPause = clientOf(failing(9, 503));
  await expect(endsPause.get(other.signal)).rejects.toThrow('enough');
  expect(endsPause.sent).toHaveLength(1);
});
