import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Bucket, readJson } from '../../../shared/data-access/objects/bucket.ts';
import { deleteObjects, putFile, putJson } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { type Manifest, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import { readSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { outletIndexKey, publicFolder } from '../../../shared/domain/publication/object-keys.ts';
import { logger } from '../../../shared/observability/logger.ts';
import {
  isOutlet,
  outletPath,
  outletSitemaps,
  outletStyles,
  outletStylesPath,
  renderOutletPage,
} from '../../../shared/wire/outlet-page.ts';

/** Hours after which the pages are written again. Less than a day, because runs are not exactly an hour apart. */
const hoursBetween = 23.5;

/** Number of pages that are written at the same time. */
const batchPages = 64;

/** CloudFront reads pages again after an hour, and browsers revalidate them. */
const cacheControl = 'public, max-age=0, s-maxage=3600, must-revalidate';

/** Index of the stored outlet pages, so that only pages that have changed are written. */
const outletIndex = z.object({
  /** Time of the last run. */
  completedAt: z.iso.datetime(),
  /**
   * Hash and last-change date of each page, by outlet id. The hash is empty while a run writes or deletes the page.
   */
  pages: z.record(z.string(), z.object({ hash: z.string(), changedOn: z.string() })),
});
type OutletIndex = z.infer<typeof outletIndex>;
type Pages = OutletIndex['pages'];

export interface OutletPagesPorts {
  readonly bucket: Bucket;
  readonly now: () => number;
  /** Origin of the portal, which serves the pages. */
  readonly origin: string;
}

/**
 * Writes a static page for each published outlet that has changed since its page was last written, removes the pages of
 * removed outlets, and lists all pages in a sitemap. Returns the numbers of pages. Does nothing, and returns undefined,
 * if this was completed less than a day ago. Throws StoreUnavailable or DamagedPublication, or an Error if another run is
 * writing the pages. The next run then continues with the pages that this run did not complete.
 */
export const writeOutletPages = async ({ bucket, now, origin }: OutletPagesPorts) => {
  const startedAt = now();
  const { index, etag } = await readIndex(bucket);
  const age = startedAt - Date.parse(index?.completedAt ?? '');
  if (age < hoursBetween * 3_600_000) return undefined;
  const reading = await readManifest(bucket);
  // Without a published version, nothing is known about the outlets, so their pages stay.
  if (reading.kind !== 'found') return undefined;
  const changedOn = new Date(startedAt).toISOString().slice(0, 10);
  const before = new Map(Object.entries<Pages[string]>(index?.pages ?? {}));
  const pages = new Map<string, Pages[string]>();
  let written = 0;
  let batch: { readonly id: string; readonly html: string }[] = [];
  let replaces = etag;
  const store = async (completedAt: string, content: typeof pages) => {
    replaces = await storeIndex(bucket, completedAt, content, replaces);
  };
  /**
   * Stores the index before these pages are changed, so that the next run changes them again if this run is stopped.
   * Keeps the time of the last complete run, so that the next run is due.
   */
  const markUnfinished = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const unfinished = ids.map((id) => [id, { hash: '', changedOn }] as const);
    await store(
      index?.completedAt ?? new Date(0).toISOString(),
      new Map([...before, ...pages, ...unfinished]),
    );
  };
  const writeBatch = async () => {
    await markUnfinished(batch.map(({ id }) => id));
    await Promise.all(
      batch.map(({ id, html }) => putText(bucket, pageOf(id), html, 'text/html; charset=utf-8')),
    );
    written += batch.length;
    batch = [];
  };

  await putText(bucket, outletStylesPath, outletStyles, 'text/css; charset=utf-8');
  for await (const { id, html } of renderedOutlets(bucket, reading.manifest, new Date(startedAt), origin)) {
    const previous = before.get(id);
    const hash = html === undefined ? previous?.hash : hashOf(html);
    if (hash === undefined) continue;
    const isUnchanged = hash === previous?.hash;
    pages.set(id, isUnchanged ? previous : { hash, changedOn });
    if (html === undefined || isUnchanged) continue;
    batch.push({ id, html });
    if (batch.length === batchPages) await writeBatch();
  }
  await writeBatch();
  const gone = [...before.keys()].filter((id) => !pages.has(id));
  await markUnfinished(gone);
  const keys = gone.map((id) => keyOf(pageOf(id)));
  await deleteObjects(bucket, 'removing outlet pages', keys);
  const entries = Array.from(pages, ([id, page]) => ({ id, changedOn: page.changedOn }));
  for (const [path, xml] of outletSitemaps(entries, origin))
    await putText(bucket, path, xml, 'application/xml');
  await store(new Date(startedAt).toISOString(), pages);
  return { written, removed: gone.length };
};

/**
 * Yields the id and page of each outlet in a published version. If a page cannot be rendered, only the id is yielded,
 * so that the stored page is kept.
 */
async function* renderedOutlets(bucket: Bucket, manifest: Manifest, now: Date, origin: string) {
  const { catalogue, records } = await readSnapshot(bucket, manifest);
  const context = { capabilityOf: catalogue.capabilities.get, now, origin };
  for await (const { text } of records()) {
    const location: Location = JSON.parse(text);
    if (!isOutlet(location)) continue;
    const { locationCode: id } = location;
    try {
      yield { id, html: renderOutletPage(location, context) };
    } catch (error) {
      logger.error('an outlet page cannot be rendered', { id, error });
      yield { id };
    }
  }
}

/** Stores the index and returns its ETag. Throws an Error if another run has stored it. */
const storeIndex = async (
  bucket: Bucket,
  completedAt: string,
  pages: ReadonlyMap<string, Pages[string]>,
  replaces: string | null,
): Promise<string> => {
  const content: OutletIndex = { completedAt, pages: Object.fromEntries(pages) };
  const object = { key: outletIndexKey, content, replaces };
  const etag = await putJson(bucket, 'storing the index of outlet pages', object);
  if (etag === undefined) throw new Error('another run is writing the outlet pages');
  return etag;
};

/** Reads the index and its ETag. A damaged index counts as empty, so that all pages are written again. */
const readIndex = async (bucket: Bucket) => {
  const stored = await readJson(bucket, outletIndexKey, outletIndex);
  if (stored?.error) logger.error('the index of outlet pages cannot be read', { error: stored.error });
  return { index: stored?.data, etag: stored?.etag ?? null };
};

const putText = (bucket: Bucket, path: string, content: string, contentType: string) =>
  putFile(bucket, keyOf(path), Buffer.from(content), { contentType, cacheControl });

const hashOf = (html: string): string => createHash('sha256').update(html).digest('base64url').slice(0, 16);

const pageOf = (id: string): string => `${outletPath(id)}index.html`;

const keyOf = (path: string): string => `${publicFolder}${path.slice(1)}`;
