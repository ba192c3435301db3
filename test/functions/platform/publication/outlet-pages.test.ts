import { describe, expect, it } from 'vitest';
import { writeOutletPages } from '../../../../functions/platform/publication/outlet-pages.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { takeLease } from '../../../../shared/data-access/publishing/lease.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher } from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { failOnPut, interceptedBucket, onPut } from '../intercepted-bucket.ts';

const store = perTest(startLocalBucket);

const origin = 'https://portal.example.org';
const start = Date.UTC(2026, 10, 27);
const write = (hour: number, bucket: Bucket = store) =>
  writeOutletPages({ bucket, now: () => start + hour * 3_600_000, origin });

const network = (...names: readonly string[]) =>
  networkOf([
    ...names.map((name, index) => postOffice(index + 1, { name })),
    postOffice(900, { type: 'R_SPB', name: 'BOX' }),
  ]);

const pages = async () =>
  (await store.keys()).filter((key) => key.startsWith('public/outlets/') && key.endsWith('index.html'));
const both = [1, 2].map((number) => `public/outlets/00000${number}_PO/index.html`);
const textOf = async (key: string) => Buffer.from(await store.get(key)).toString();

describe("outlets' pages", () => {
  it('are written for outlets only, with a stylesheet and a sitemap', async () => {
    await publishNetwork(store, network('ONE', 'TWO'));
    expect(await write(0)).toEqual({ written: 2, removed: 0 });
    expect(await pages()).toEqual(both);
    expect(await textOf('public/outlets/000001_PO/index.html')).toContain('<h1>ONE</h1>');
    expect(await textOf('public/outlets/outlet.css')).toContain('color-scheme');
    expect(await textOf('public/outlets/sitemap.xml')).toContain(`${origin}/outlets/000002_PO/`);
  });

  it('are written once a day, if they have changed, and removed with their outlets', async () => {
    await publishNetwork(store, network('ONE', 'TWO', 'THREE'));
    await write(0);
    await publishNetwork(store, network('ONE', 'RENAMED'));
    expect(await write(12)).toBeUndefined();
    expect(await write(24)).toEqual({ written: 1, removed: 1 });
    expect(await pages()).toEqual(both);
    const sitemap = await textOf('public/outlets/sitemap.xml');
    expect(sitemap).toContain('000001_PO/</loc><lastmod>2026-11-27');
    expect(sitemap).toContain('000002_PO/</loc><lastmod>2026-11-28');
    expect(sitemap).not.toContain('000003_PO');
  });

  it('are written again if their index is damaged', async () => {
    captureLog();
    await publishNetwork(store, network('ONE'));
    await write(0);
    await store.put('outlets.json', 'damaged');
    expect(await write(1)).toMatchObject({ written: 1 });
  });

  it('are written and listed again by the next run if their sitemap could not be stored', async () => {
    await publishNetwork(store, network('ONE'));
    let isFailing = true;
    const before = failOnPut((key) => isFailing && key.endsWith('sitemap.xml'));
    const bucket = interceptedBucket(store, { before });
    await expect(write(0, bucket)).rejects.toThrow();
    isFailing = false;
    expect(await write(1, bucket)).toEqual({ written: 1, removed: 0 });
    expect(await textOf('public/outlets/sitemap.xml')).toContain(`${origin}/outlets/000001_PO/`);
  });

  it('are restored by the next run if a correction is published after a run that was stopped', async () => {
    await publishNetwork(store, network('ONE', 'TWO'));
    await write(0);
    await publishNetwork(
      store,
      networkOf([postOffice(1, { name: 'WRONG' }), postOffice(3, { name: 'THREE' })]),
    );
    const before = failOnPut((key) => key.endsWith('sitemap.xml'));
    await expect(write(24, interceptedBucket(store, { before }))).rejects.toThrow();
    await publishNetwork(store, network('ONE', 'TWO'));
    await write(25);
    expect(await pages()).toEqual(both);
    expect(await textOf('public/outlets/000001_PO/index.html')).toContain('<h1>ONE</h1>');
  });

  it('are left to another run that writes them at the same time', async () => {
    await publishNetwork(store, network('ONE'));
    let isFirst = true;
    const before = onPut(async (key) => {
      if (key !== 'outlets.json' || !isFirst) return;
      isFirst = false;
      await publishNetwork(store, network('RENAMED'));
      await write(0);
    });
    await expect(write(0, interceptedBucket(store, { before }))).rejects.toThrow('another run');
    expect(await textOf('public/outlets/000001_PO/index.html')).toContain('<h1>RENAMED</h1>');
  });

  it('are not written while another run publishes', async () => {
    await publishNetwork(store, network('ONE'));
    const taken = await takeLease(store, { holder: 'another run', now: Date.now });
    if (taken.kind === 'busy') throw new Error('the lease is taken');
    const options = { event: { reason: 'schedule' }, outletsOrigin: origin };
    expect(await runPublisher(store, network('TWO'), options)).toMatchObject({ status: 'busy' });
    await taken.lease.release();
    expect(await pages()).toEqual([]);
  });

  it('are continued by the next run after a run that was stopped', async () => {
    await publishNetwork(store, network(...Array.from({ length: 100 }, (_, index) => `OFFICE ${index}`)));
    let allowed = 64;
    const before = failOnPut((key) => {
      if (key.endsWith('/index.html')) allowed -= 1;
      return allowed < 0;
    });
    const bucket = interceptedBucket(store, { before });
    await expect(write(0, bucket)).rejects.toThrow();
    allowed = 100;
    expect(await write(1, bucket)).toEqual({ written: 36, removed: 0 });
    expect(await pages()).toHaveLength(100);
    expect(await textOf('public/outlets/sitemap.xml')).toContain('000001_PO/</loc>');
  });

  it('never make a publication fail, and are written only by scheduled runs in stages that have them', async () => {
    let isFailing = true;
    const before = failOnPut((key) => isFailing && key.endsWith('/index.html'));
    const bucket = interceptedBucket(store, { before });
    const publish = (reason: string, outletsOrigin?: string) =>
      runPublisher(bucket, network('ONE'), { event: { reason }, outletsOrigin });
    const log = captureLog();
    expect(await publish('schedule', origin)).toMatchObject({ status: 'published' });
    expect(log()).toContain('the pages of outlets could not be written');
    expect(log()).toContain('"PublisherFaults":1');
    isFailing = false;
    await publish('operator', origin);
    await publish('schedule');
    expect(await pages()).toEqual([]);
    await publish('schedule', origin);
    expect(await pages()).toHaveLength(1);
  });
});
