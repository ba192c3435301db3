import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWaypostClient, DownloadFailed, downloadExport } from '../../../shared/client/node.ts';
import { errorBody, sendJson, serverThat } from './server-that.ts';

const key = 'wp_test_a1_secret';

beforeEach(() => {
  // Keeps pauses below 50 ms.
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-download-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

/** Behaviour of an API and its file host, by request number. */
interface Published {
  readonly content?: (count: number) => string;
  readonly listed?: string;
  readonly version?: (count: number) => string;
  readonly statusOfFile?: (count: number) => number;
  /** The connection is lost during the body, or no more data is sent before the headers or during the body. */
  readonly faultOfFile?: (count: number) => 'lost' | 'silent' | 'stalled' | undefined;
}

/** Starts an API whose export is on another host, as on AWS. */
const published = async ({ content = () => 'all', listed = content(1), ...rest }: Published = {}) => {
  let [files, links] = [0, 0];
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const endInactivity = () =>
    timers.mock.calls.findLast(([, milliseconds]) => milliseconds === 30_000)?.[0]();
  const host = await serverThat((response, { url }) => {
    if (url === '/moved') return sendJson(response, 200, {});
    if (url === '/files') {
      const file = { content_bytes: Buffer.byteLength(listed), content_sha256: sha256Of(listed) };
      const files = [
        { format: 'json', version: 'v2', ...file },
        { format: 'changes', version: 'v2', since: 'v1', ...file },
      ];
      return sendJson(response, 200, { version: 'v3', files });
    }
    files += 1;
    const status = rest.statusOfFile?.(files) ?? 200;
    const bytes = gzipSync(content(files));
    if (status === 302) return void response.writeHead(302, { location: '/moved' }).end();
    const fault = rest.faultOfFile?.(files);
    if (fault === 'silent') return endInactivity();
    response.writeHead(status, { 'content-encoding': 'gzip', 'content-length': bytes.length });
    if (fault === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, 9), fault === 'lost' ? () => response.destroy() : endInactivity);
  });
  const api = await serverThat((response, { url }) => {
    const format = new URL(url, 'http://host').searchParams.get('format') ?? '';
    if (format !== 'files') links += 1;
    const version = format === 'files' ? 'v2' : (rest.version?.(links) ?? 'v2');
    response
      .writeHead(302, { location: `${host.url}/${format}`, 'waypost-catalogue-version': version })
      .end();
  });
  return { host, api, client: createWaypostClient({ baseUrl: api.url, key }) };
};

const changes = (head: object, ...lines: readonly string[]) =>
  [JSON.stringify(head), ...lines, ''].join('\n');

describe('a download', () => {
  it('is decompressed and verified, and replaces a previous file', async () => {
    const to = join(await newFolder(), 'all.json');
    await writeFile(to, 'previous');
    const { client, host, api } = await published();
    expect(await downloadExport(client, { format: 'json', to })).toEqual({
      path: to,
      version: 'v2',
      bytes: 3,
      sha256: sha256Of('all'),
      checkedBy: 'checksum',
    });
    expect(await readFile(to, 'utf8')).toBe('all');
    expect(api.seen.every(({ headers }) => headers['auth-key'] === key)).toBe(true);
    expect(host.seen.map(({ url }) => url)).toEqual(['/files', '/json']);
    expect(JSON.stringify(host.seen)).not.toContain(key);
  });

  type Faults = (isFaulty: (count: number) => boolean) => Published;
  const status =
    (code: number): Faults =>
    (isFaulty) => ({ statusOfFile: (count) => (isFaulty(count) ? code : 200) });
  const fault =
    (kind: 'lost' | 'silent' | 'stalled'): Faults =>
    (isFaulty) => ({ faultOfFile: (count) => (isFaulty(count) ? kind : undefined) });

  it.each<[string, Faults, string]>([
    [
      'is damaged',
      (isFaulty) => ({ listed: 'all', content: (count) => (isFaulty(count) ? 'alk' : 'all') }),
      'SHA-256',
    ],
    ['is rejected by its host', status(403), 'responded with 403'],
    ['is moved by its host', status(302), 'connection'],
    ['is cut off', fault('lost'), 'connection'],
    ['never starts', fault('silent'), 'sent no data for 30 seconds'],
    ['stalls', fault('stalled'), 'sent no data for 30 seconds'],
  ])(
    'that %s is retried, and fails after three attempts, which keep the previous file',
    async (_, faults, message) => {
      const folder = await newFolder();
      const to = join(folder, 'all.json');
      await writeFile(to, 'previous');
      const { client, host } = await published(faults(() => true));
      const failure = await downloadExport(client, { format: 'json', to }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DownloadFailed);
      expect(String(failure)).toContain(message);
      expect(String(failure)).not.toContain(host.url);
      expect(host.seen.filter(({ url }) => url === '/files')).toHaveLength(3);
      expect(host.seen.map(({ url }) => url)).not.toContain('/moved');
      expect(await readdir(folder)).toEqual(['all.json']);
      expect(await readFile(to, 'utf8')).toBe('previous');

      const faultyOnce = await published(faults((count) => count === 1));
      await downloadExport(faultyOnce.client, { format: 'json', to });
      expect(await readFile(to, 'utf8')).toBe('all');
    },
  );

  it('is retried while the API returns two versions', async () => {
    const to = join(await newFolder(), 'all.json');
    const { client, host } = await published({
      version: (count) => (count <= 6 ? 'v1' : 'v2'),
      statusOfFile: (count) => (count <= 2 ? 503 : 200),
    });
    expect(await downloadExport(client, { format: 'json', to })).toMatchObject({ version: 'v2' });
    expect(host.seen.filter(({ url }) => url === '/files')).toHaveLength(9);
  });

  it('fails if the API returns two versions for too long', async () => {
    const folder = await newFolder();
    const to = join(folder, 'all.json');
    await writeFile(to, 'previous');
    const { client, host } = await published({ version: () => 'v3' });
    // On this clock, each attempt takes 0.3 seconds, and pauses take no time.
    vi.spyOn(Date, 'now').mockImplementation(() => host.seen.length * 300);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const failing = downloadExport(client, { format: 'json', to, settleSeconds: 1 });
    await expect(failing).rejects.toThrow('another version was published');
    await expect(failing).rejects.toBeInstanceOf(DownloadFailed);
    expect(host.seen.map(({ url }) => url)).toEqual(Array.from({ length: 5 }, () => '/files'));
    const pauses = timers.mock.calls.flatMap(([, milliseconds = 0]) =>
      milliseconds < 100 ? milliseconds : [],
    );
    expect(pauses).toEqual([10, 20, 40, 40]);
    expect(await readdir(folder)).toEqual(['all.json']);
    expect(await readFile(to, 'utf8')).toBe('previous');
  });

  it('is not retried if the API rejects it or the file cannot be written', async () => {
    const rejecting = await serverThat((response) => sendJson(response, 403, errorBody('FORBIDDEN')));
    const client = createWaypostClient({ baseUrl: rejecting.url, key });
    const to = join(await newFolder(), 'none', 'all.json');
    await expect(downloadExport(client, { format: 'csv', to })).rejects.toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(rejecting.seen).toHaveLength(1);
    const { client: good, host } = await published();
    await expect(downloadExport(good, { format: 'json', to })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(host.seen).toHaveLength(2);
  });

  it('is aborted by a signal', async () => {
    const folder = await newFolder();
    const during = new AbortController();
    const { client } = await published({
      faultOfFile: () => {
        during.abort(new Error('enough'));
        return 'stalled';
      },
    });
    for (const signal of [AbortSignal.abort(new Error('enough')), during.signal]) {
      const request = { format: 'json', to: join(folder, 'all.json'), signal } as const;
      await expect(downloadExport(client, request)).rejects.toThrow('enough');
      expect(await readdir(folder)).toEqual([]);
    }
  });
});

describe('a download of changes', () => {
  // Includes a line separator, which is not a line feed.
  const lines = ['{"change":"removed","id":"1\u2028PO"}', '{"change":"removed","id":"2_PO"}'];
  const head = { version: 'v2', since: 'v1', added: 0, changed: 0, removed: 2 };
  const downloaded = async (text: string, listed = text) => {
    const { client, api } = await published({ content: () => text, listed });
    const to = join(await newFolder(), 'changes.ndjson');
    const outcome = await downloadExport(client, { format: 'changes', since: 'v1', to });
    expect(api.seen.at(-1)?.url).toContain('format=changes&since=v1');
    return outcome;
  };

  it('is verified by checksum if it leads to the newest version', async () => {
    expect(await downloaded(changes(head, ...lines))).toMatchObject({
      version: 'v2',
      since: 'v1',
      checkedBy: 'checksum',
    });
    await expect(downloaded(changes(head, ...lines), 'other')).rejects.toThrow('SHA-256');
  });

  it('is verified by its number of lines if it leads to an older version or does not start at the listed version', async () => {
    const older = { ...head, version: 'v1b' };
    expect(await downloaded(changes(older, ...lines), 'other')).toMatchObject({
      version: 'v1b',
      since: 'v1',
      checkedBy: 'count',
    });
    await expect(downloaded(changes(older, lines[0] ?? ''), 'other')).rejects.toThrow('has 1 changes');
    await expect(downloaded(changes(older, ...lines, '{"ch'), 'other')).rejects.toThrow('is not JSON');
    const joined = { ...head, since: 'v0' };
    expect(await downloaded(changes(joined, ...lines), 'other')).toMatchObject({
      version: 'v2',
      since: 'v0',
      checkedBy: 'count',
    });
    const { removed: _, ...unnumbered } = older;
    await expect(downloaded(changes(unnumbered), 'other')).rejects.toThrow('contradicts');
  });
});
