import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Bucket, readObject } from '../../../shared/data-access/objects/bucket.ts';
import { deleteObjects, putFile, putJson } from '../../../shared/data-access/objects/sdk-bucket.ts';
import {
  type Manifest,
  readManifest,
  readStoredFile,
} from '../../../shared/data-access/publishing/manifest.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import { jsonText } from '../../../shared/data-access/settings.ts';
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

/** Default time in milliseconds that a run may spend writing pages. The next run continues. */
const usualMilliseconds = 120_000;

const concurrency = 16;

/** CloudFront reads pages again after an hour, and browsers revalidate them. */
const cacheControl = 'public, max-age=0, s-maxage=3600, must-revalidate';

/** Index of the stored outlet pages, so that only pages that have changed are written. */
const outletIndex = z.object({
  /** Time of the last run that completed all pages. */
  completedAt: z.optional(z.iso.datetime()),
  /** Hash and last-change date of each page, by outlet id. */
  pages: z.record(z.string(), z.object({ hash: z.string(), changedOn: z.string() })),
});
type OutletIndex = z.infer<typeof outletIndex>;

export interface OutletPagesPorts {
  readonly bucket: Bucket;
  readonly now: () => number;
  /** Origin of the portal, which serves the pages. */
  readonly origin: string;
  /** Maximum time in milliseconds to spend writing pages. */
  readonly maxMilliseconds?: number;
}

/** Page counts of a run; undefined if no run was due. */
export type OutletPagesResult = Readonly<Record<'written' | 'removed' | 'left', number>> | undefined;

/**
 * Writes a static page for each published outlet that has changed since its page was last written, removes the pages of
 * removed outlets, and lists all pages in a sitemap. Does nothing if this was completed less than a day ago. Throws
 * StoreUnavailable or DamagedPublication. Pages that were written before the error are not written again.
 */
export const writeOutletPages = async ({
  bucket,
  now,
  origin,
  maxMilliseconds = usualMilliseconds,
}: OutletPagesPorts): Promise<OutletPagesResult> => {
  const startedAt = now();
  const index = await readIndex(bucket);
  const age = startedAt - Date.parse(index.completedAt ?? '');
  if (age < hoursBetween * 3_600_000) return undefined;
  const reading = await readManifest(bucket);
  // Without a published version, nothing is known about the outlets, so their pages stay.
  if (reading.kind !== 'found') return undefined;
  const end = performance.now() + maxMilliseconds;
  const changedOn = new Date(startedAt).toISOString().slice(0, 10);
  const pages = new Map(Object.entries(index.pages));
  const present = new Set<string>();
  let [written, left] = [0, 0];

  const write = async (id: string, html: string): Promise<void> => {
    const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
    if (pages.get(id)?.hash === hash) return;
    if (performance.now() > end) {
      left++;
      return;
    }
    await putText(bucket, `${outletPath(id)}index.html`, html, 'text/html; charset=utf-8');
    pages.set(id, { hash, changedOn });
    written++;
  };

  try {
    await putText(bucket, outletStylesPath, outletStyles, 'text/css; charset=utf-8');
    const pending = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for await (const { id, html } of renderedOutlets(bucket, reading.manifest, new Date(startedAt), origin)) {
      present.add(id);
      if (html === undefined) continue;
      const writing = write(id, html)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => pending.delete(writing));
      pending.add(writing);
      if (pending.size >= concurrency) await Promise.race(pending);
      if (failures.length > 0) break;
    }
    await Promise.all(pending);
    if (failures.length > 0) throw failures[0];
    const gone = [...pages.keys()].filter((id) => !present.has(id));
    const keys = gone.map((id) => keyOf(`${outletPath(id)}index.html`));
    await deleteObjects(bucket, 'removing outlet pages', keys);
    for (const id of gone) pages.delete(id);
    const entries = [...pages].map(([id, page]) => ({ id, changedOn: page.changedOn }));
    // Also if no page has changed, because the previous run may have failed after it had written the pages.
    for (const [path, xml] of outletSitemaps(entries, origin))
      await putText(bucket, path, xml, 'application/xml');
    const completedAt = left === 0 ? new Date(startedAt).toISOString() : index.completedAt;
    await writeIndex(bucket, { completedAt, pages: Object.fromEntries(pages) });
    return { written, removed: gone.length, left };
  } catch (error) {
    if (written > 0)
      await writeIndex(bucket, { ...index, pages: Object.fromEntries(pages) }).catch(() => undefined);
    throw error;
  }
};

/**
 * Yields the id and page of each outlet in a published version. If a page cannot be rendered, only the id is yielded,
 * so that the stored page is kept.
 */
async function* renderedOutlets(bucket: Bucket, { snapshot, version }: Manifest, now: Date, origin: string) {
  const { catalogue, records } = openSnapshot(await readStoredFile(bucket, snapshot), {
    ...snapshot,
    version,
  });
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

/** Reads the index. A damaged index counts as empty, so that all pages are written again. */
const readIndex = async (bucket: Bucket): Promise<OutletIndex> => {
  const reading = await readObject(bucket, outletIndexKey);
  if (reading.kind !== 'found') return { pages: {} };
  const { data, error } = jsonText(outletIndex).safeParse(Buffer.from(reading.bytes).toString('utf8'));
  if (error) logger.error('the index of outlet pages cannot be read', { error });
  return data ?? { pages: {} };
};

const writeIndex = (bucket: Bucket, content: OutletIndex) =>
  putJson(bucket, 'storing the index of outlet pages', { key: outletIndexKey, content });

const putText = (bucket: Bucket, path: string, content: string, contentType: string) =>
  putFile(bucket, keyOf(path), Buffer.from(content), { contentType, cacheControl });

const keyOf = (path: string): string => `${publicFolder}${path.slice(1)}`;
