import { describe, expect, it } from 'vitest';
import { writeOutletPages } from '../../../../functions/platform/publication/outlet-pages.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffice } from '../../../support/networks/network-records.ts';
import { networkOf, publishNetwork, runPublisher } from '../../../support/networks/publish-network.ts';
import { perTest } from '../../../support/per-test.ts';
import { failOnPut, interceptedBucket } from '../intercepted-bucket.ts';

const store = perTest(startLocalBucket);

const origin = 'https://portal.example.org';
const start = Date.UTC(2026, 10, 27);
const hours = (count: number) => () => start + count * 3_600_000;

const network = (...names: readonly string[]) =>
  networkOf([
    ...names.map((name, index) => postOffice(index + 1, { name })),
    postOffice(900, { type: 'R_SPB', name: 'BOX' }),
  ]);

const pages = async () =>
  (await store.keys()).filter((key) => key.startsWith('public/outlets/') && key.endsWith('index.html'));
const textOf = async (key: string) => Buffer.from(await store.get(key)).toString();

describe("outlets' pages", () => {
  it('are written for outlets only, with a stylesheet and a sitemap', async () => {
    await publishNetwork(store, network('ONE', 'TWO'));
    expect(await writeOutletPages({ bucket: store, now: hours(0), origin })).toEqual({
      written: 2,
      removed: 0,
    });
    expect(await pages()).toEqual([
      'public/outlets/000001_PO/index.html',
      'public/outlets/000002_PO/index.html',
    ]);
    expect(await textOf('public/outlets/000001_PO/index.html')).toContain('<h1>ONE</h1>');
    expect(await textOf('public/outlets/outlet.css')).toContain('color-scheme');
    expect(await textOf('public/outlets/sitemap.xml')).toContain(`${origin}/outlets/000002_PO/`);
  });

  it('are written once a day, if they have changed, and removed with their outlets', async () => {
    await publishNetwork(store, network('ONE', 'TWO', 'THREE'));
    await writeOutletPages({ bucket: store, now: hours(0), origin });
    await publishNetwork(store, network('ONE', 'RENAMED'));
    expect(await writeOutletPages({ bucket: store, now: hours(12), origin })).toBeUndefined();
    expect(await writeOutletPages({ bucket: store, now: hours(24), origin })).toEqual({
      written: 1,
      removed: 1,
    });
    expect(await pages()).toEqual([
      'public/outlets/000001_PO/index.html',
      'public/outlets/000002_PO/index.html',
    ]);
    const sitemap = await textOf('public/outlets/sitemap.xml');
    expect(sitemap).toContain('000001_PO/</loc><lastmod>2026-11-27');
    expect(sitemap).toContain('000002_PO/</loc><lastmod>2026-11-28');
    expect(sitemap).not.toContain('000003_PO');
  });

  it('are written again if their index is damaged', async () => {
    captureLog();
    await publishNetwork(store, network('ONE'));
    await writeOutletPages({ bucket: store, now: hours(0), origin });
    await store.put('outlets.json', 'damaged');
    expect(await writeOutletPages({ bucket: store, now: hours(1), origin })).toMatchObject({ written: 1 });
  });

  it('are written and listed again by the next run if their sitemap could not be stored', async () => {
    await publishNetwork(store, network('ONE'));
    let isFailing = true;
    const before = failOnPut((key) => isFailing && key.endsWith('sitemap.xml'));
    const bucket = interceptedBucket(store, { before });
    const run = (hour: number) => writeOutletPages({ bucket, now: hours(hour), origin });
    await expect(run(0)).rejects.toThrow();
    isFailing = false;
    expect(await run(1)).toEqual({ written: 1, removed: 0 });
    expect(await textOf('public/outlets/sitemap.xml')).toContain(`${origin}/outlets/000001_PO/`);
  });

  it('are continued by the next run after a run that was stopped', async () => {
    await publishNetwork(store, network(...Array.from({ length: 100 }, (_, index) => `OFFICE ${index}`)));
    let allowed = 64;
    const before = failOnPut((key) => {
      if (key.endsWith('/index.html')) allowed -= 1;
      return allowed < 0;
    });
    const bucket = interceptedBucket(store, { before });
    await expect(writeOutletPages({ bucket, now: hours(0), origin, batchesPerIndex: 1 })).rejects.toThrow();
    allowed = 100;
    expect(await writeOutletPages({ bucket, now: hours(1), origin })).toEqual({ written: 36, removed: 0 });
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
