import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256Of } from '../../../../shared/data-access/objects/bucket.ts';
import { objectReader } from '../../../../shared/data-access/objects/object-reader.ts';
import { publishedExport } from '../../../../shared/data-access/publishing/published-export.ts';
import { downloads, NoExportYet } from '../../../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { liftTimeLimits } from '../../../support/busy-machine.ts';
import { startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { nextVersion, storePublication } from '../../../support/networks/stored-publication.ts';
import { perTest } from '../../../support/per-test.ts';

const clock = { milliseconds: 0 };
const store = perTest(() => {
  clock.milliseconds = Date.now();
  return startLocalBucket(() => clock.milliseconds);
});
const proxy = perTest(async () => {
  const started = await startFaultProxy(store.endpoint);
  return { ...started, close: () => started[Symbol.asyncDispose]() };
});

const startExport = (failed: (error: unknown) => void = () => {}) =>
  publishedExport({
    ...objectReader(store.placeAt(proxy.endpoint)),
    checkSeconds: 60,
    now: () => clock.milliseconds,
    onFailure: failed,
  });

const expectLate = async (request: () => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = proxy.received();
  const unavailable = expect(request()).rejects.toThrow(StoreUnavailable);
  await expect.poll(() => proxy.received()).toBeGreaterThan(before);
  await vi.advanceTimersByTimeAsync(2_300);
  await unavailable;
};

const fileAt = async (url: string) => {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
};

describe('the link to a file of the newest version', () => {
  beforeEach(liftTimeLimits);

  it('exists after the first publication, but not before it, and has the size and hash of the file', async () => {
    const failed = vi.fn();
    const exported = startExport(failed);
    for (const download of downloads) await expect(exported.newest(download)).rejects.toThrow(NoExportYet);
    await expect(exported.changesAfter(nextVersion())).rejects.toThrow(NoExportYet);
    expect(failed).not.toHaveBeenCalled();
    const { version } = await storePublication(store);
    for (const download of downloads) {
      const { url, ...link } = await exported.newest(download);
      const content = await fileAt(url);
      expect(content).toBe(download);
      const sha256 = sha256Of(Buffer.from(content));
      expect(link).toMatchObject({ version, bytes: content.length, sha256 });
    }
  });

  it('F01, F02, F03: is an absolute URL that expires after 300 seconds, at the returned time', async () => {
    await storePublication(store);
    const { url, expiresAt } = await startExport().newest('json');
    expect(new URL(url).origin).toBe(proxy.endpoint);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
    expect(expiresAt.getTime()).toBe(Math.floor(clock.milliseconds / 1_000) * 1_000 + 300_000);
    clock.milliseconds = expiresAt.getTime();
    expect((await fetch(url)).status).toBe(200);
    clock.milliseconds += 1_000;
    expect((await fetch(url)).status).toBe(403);
  });

  it('leads to the full exports of an earlier version, and to the changes in the newest version', async () => {
    const { full } = await storePublication(store);
    const { version } = await storePublication(store, { full });
    const exported = startExport();
    expect(await exported.newest('json')).toMatchObject({ version: full.version });
    for (const download of ['changes', 'removed', 'files'] as const)
      expect(await exported.newest(download)).toMatchObject({ version });
  });

  it('is unavailable if the manifest is damaged, and to clients with a newer version if it is removed', async () => {
    await storePublication(store);
    const exported = startExport();
    await exported.newest('json');
    await store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: 'manifest.json' }));
    await expect(exported.changesAfter(nextVersion())).rejects.toThrow(StoreUnavailable);
    await store.put('manifest.json', '{');
    await expect(startExport().newest('json')).rejects.toThrow(StoreUnavailable);
  });
});

describe('the link to changes', () => {
  beforeEach(liftTimeLimits);

  const step = (name: string) => ({ bytes: name.length, sha256: sha256Of(Buffer.from(name)) });
  const [first, unchanged, second, third] = [nextVersion(), nextVersion(), nextVersion(), nextVersion()];
  const kept = [
    { version: first, publishedAt: '2026-11-21T00:00:00Z', position: 0, steps: [] },
    { version: unchanged, publishedAt: '2026-11-21T00:10:00Z', position: 0, steps: [] },
    { version: second, publishedAt: '2026-11-21T00:20:00Z', position: 1, steps: [step('0 to 1')] },
    {
      version: third,
      publishedAt: '2026-11-21T00:30:00Z',
      position: 2,
      steps: [step('1 to 2'), step('0 to 2')],
    },
  ];
  const fileIn = (version: string, name: string) => `/published/versions/${version}/${name}.ndjson.gz`;
  const pathOf = async (link: Promise<{ url: string } | undefined>) =>
    new URL((await link)?.url ?? 'none://').pathname;

  it('leads to the longest step that starts at the version', async () => {
    await storePublication(store, { before: kept });
    const exported = startExport();
    expect(await exported.changesAfter(first)).toMatchObject(step('0 to 2'));
    for (const since of [first, unchanged])
      expect(await pathOf(exported.changesAfter(since))).toBe(fileIn(third, 'changes-2'));
    expect(await pathOf(exported.changesAfter(second))).toBe(fileIn(third, 'changes'));
  });

  it('leads from the newest version, and from one without later changes, to a file without changes', async () => {
    const { version, noChanges } = await storePublication(store, { before: kept, changing: 'nothing' });
    const { bytes, sha256 } = noChanges;
    const exported = startExport();
    for (const since of [version, third]) {
      const { url = '', ...link } = (await exported.changesAfter(since)) ?? {};
      expect(link).toMatchObject({ version, bytes, sha256 });
      expect(new URL(url).pathname).toBe(`/published/${noChanges.key}`);
      expect(await fileAt(url)).toBe('no changes');
    }
    expect(await pathOf(exported.changesAfter(second))).toBe(fileIn(third, 'changes'));
  });

  it('is undefined for a version that is no longer kept or never existed', async () => {
    await storePublication(store, { before: kept.slice(2) });
    const exported = startExport();
    expect(await exported.changesAfter(first)).toBeUndefined();
    expect(await exported.changesAfter('99990101T000000000Z-abcdef')).toBeUndefined();
  });

  it('exists for a version that only another instance has read', async () => {
    const { version: first } = await storePublication(store);
    const exported = startExport();
    expect((await exported.newest('json')).version).toBe(first);
    const { version: second } = await storePublication(store, {
      before: [{ version: first, publishedAt: '2026-11-21T00:00:00Z', position: 0, steps: [] }],
    });
    expect(await exported.changesAfter(second)).toMatchObject({ version: second });
  });

  it('requires one read of the history per version', async () => {
    const { version } = await storePublication(store);
    const exported = startExport();
    await exported.newest('changes');
    const before = proxy.received('GetObject');
    await Promise.all([exported.changesAfter(version), exported.changesAfter(version)]);
    await exported.changesAfter(version);
    expect(proxy.received('GetObject') - before).toBe(1);
  });

  it('is unavailable while the history is damaged', async () => {
    const { version, history } = await storePublication(store);
    const whole = await store.get(history.key);
    await store.put(history.key, '{"entries":[]}');
    const exported = startExport();
    await expect(exported.changesAfter(version)).rejects.toThrow(StoreUnavailable);
    await store.put(history.key, whole);
    expect(await exported.changesAfter(version)).toMatchObject({ version });
  });
});

describe('links while S3 is unavailable', () => {
  const versionsLinked = async (exported: ReturnType<typeof startExport>, since: string) => {
    const links = [...downloads.map((download) => exported.newest(download)), exported.changesAfter(since)];
    return [...new Set((await Promise.all(links)).map((link) => link?.version))];
  };

  it('lead to the files of the cached version', async () => {
    onTestFinished(liftTimeLimits());
    const { version } = await storePublication(store);
    const failed = Promise.withResolvers<unknown>();
    const exported = startExport(failed.resolve);
    expect(await versionsLinked(exported, version)).toEqual([version]);
    await proxy.refuse();
    clock.milliseconds += 60_000;
    expect(await versionsLinked(exported, version)).toEqual([version]);
    expect(await failed.promise).toBeInstanceOf(StoreUnavailable);
    clock.milliseconds += 240_000;
    expect(await versionsLinked(exported, version)).toEqual([version]);
  });

  // Each request has its own instance, because a second request would wait for the check that the first one started.
  it.each<[string, (exported: ReturnType<typeof startExport>) => Promise<unknown>]>([
    ['the newest version', (exported) => exported.newest('json')],
    ['changes', (exported) => exported.changesAfter(nextVersion())],
  ])('to %s are unavailable after 2.3 seconds without a cached version', async (_what, request) => {
    await storePublication(store);
    proxy.inject({ kind: 'hang' });
    const exported = startExport();
    await expectLate(() => request(exported));
  });

  it('to changes are unavailable after 2.3 seconds without the history', async () => {
    const { version } = await storePublication(store);
    const exported = startExport();
    await exported.newest('json');
    proxy.inject({ kind: 'hang' }, { when: ({ path }) => path.includes('history') });
    await expectLate(() => exported.changesAfter(version));
  });
});
