import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import {
  editOverlay,
  type Overlay,
  type OverlayEditor,
  overlay as overlaySchema,
} from '../../domain/availability/overlay.ts';
import { overlayKey } from '../../domain/publication/object-keys.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { type Bucket, type ReadableBucket, readObject } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';
import { backoff } from '../retry.ts';

/** The overlay in the publications bucket is damaged. Only an import that replaces all reports repairs it. */
export class DamagedOverlay extends Error {
  override readonly name = 'DamagedOverlay';
}

/** Reads the overlay, unless its ETag is still `knownEtag`. Throws DamagedOverlay or StoreUnavailable. */
export const readOverlay = async (bucket: ReadableBucket, knownEtag?: string) => {
  const reading = await readObject(bucket, overlayKey, knownEtag);
  if (reading.kind !== 'found') return reading;
  return { kind: reading.kind, etag: reading.etag, overlay: parseOverlay(reading.bytes) };
};

const parseOverlay = (bytes: Uint8Array): Overlay => {
  try {
    return overlaySchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  } catch (cause) {
    throw new DamagedOverlay(`${overlayKey} is damaged. Import all reports, without --merge`, { cause });
  }
};

/** Maximum number of attempts to write. Each conflict means that another writer has succeeded. */
const maxAttempts = 30;
const firstPauseMilliseconds = 20;

/**
 * Changes the overlay with `change`, which is called again if another writer was faster. Returns the overlay and the
 * result. Throws StoreUnavailable, DamagedOverlay unless `replacesDamaged`, and errors from `change`.
 */
export const updateOverlay = async <Result>(
  bucket: Bucket,
  change: (editor: OverlayEditor) => Result,
  now: () => Date,
  { replacesDamaged = false } = {},
): Promise<{ readonly overlay: Overlay; readonly result: Result }> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { before, replaces } = await readForUpdate(bucket, replacesDamaged);
    const editor = editOverlay(before, now());
    const result = change(editor);
    const overlay = editor.overlay();
    const object = { key: overlayKey, content: overlay, replaces, compress: true };
    if ((await putJson(bucket, 'availability: write', object)) !== undefined) return { overlay, result };
    await delay(backoff(Math.min(attempt, 5), firstPauseMilliseconds));
  }
  throw new StoreUnavailable('availability: write', { why: 'other writers were always faster' });
};

/**
 * Reads the overlay and its ETag. Only a complete set of reports may replace a damaged overlay, because otherwise every
 * other locker would seem to accept parcels.
 */
const readForUpdate = async (bucket: Bucket, replacesDamaged: boolean) => {
  const reading = await readObject(bucket, overlayKey);
  if (reading.kind !== 'found') return { before: undefined, replaces: null };
  try {
    return { before: parseOverlay(reading.bytes), replaces: reading.etag };
  } catch (error) {
    if (!replacesDamaged) throw error;
    logger.error('the damaged overlay is being replaced', { error });
    return { before: undefined, replaces: reading.etag };
  }
};
