import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOverlay, updateOverlay } from '../../../../shared/data-access/availability/overlay-store.ts';
import type { OverlayEditor } from '../../../../shared/domain/availability/overlay.ts';
import { overlayKey } from '../../../../shared/domain/publication/object-keys.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

let bucket: LocalBucket;
beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

const receivedAt = new Date('2026-12-24T00:00:00Z');
const now = () => receivedAt;
const reportFull = (...codes: string[]) => ({
  receivedAt,
  reports: codes.map((location_code) => ({
    location_code,
    accepting: false,
    reason: 'FULL' as const,
    until: '2026-12-30T00:00:00Z',
    as_of: '2026-12-24T00:00:00Z',
  })),
});
const add =
  (...codes: string[]) =>
  (editor: OverlayEditor) =>
    editor.add(reportFull(...codes));
const storedCodes = async () => {
  const reading = await readOverlay(bucket);
  return reading.kind === 'found' ? reading.overlay.rows.map((row) => row.location_code) : undefined;
};

describe('the overlay in the bucket', () => {
  it('is absent until the first report', async () => {
    expect((await readOverlay(bucket)).kind).toBe('absent');
    await updateOverlay(bucket, add('A'), now);
    expect(await storedCodes()).toEqual(['A']);
  });

  it('keeps the changes of all concurrent writers', async () => {
    const codes = Array.from({ length: 12 }, (_, index) => `L${index}`);
    await Promise.all(codes.map((code) => updateOverlay(bucket, add(code), now)));
    expect(new Set(await storedCodes())).toEqual(new Set(['A', ...codes]));
  });

  it('is smaller than 20 kB with 1% of 21,000 locations', async () => {
    const codes = Array.from({ length: 210 }, (_, index) => `${310_000 + index * 97}_UPL`);
    await updateOverlay(bucket, add(...codes), now);
    expect((await bucket.get(overlayKey)).length).toBeLessThan(20_000);
  });

  it('if damaged, is replaced only by a complete set of reports, because lockers without a report seem to accept parcels', async () => {
    await bucket.put(overlayKey, 'damaged');
    await expect(updateOverlay(bucket, add('B'), now)).rejects.toThrow('is damaged');
    expect(Buffer.from(await bucket.get(overlayKey)).toString()).toBe('damaged');
    await expect(readOverlay(bucket)).rejects.toThrow('is damaged');
    const log = captureLog();
    await updateOverlay(bucket, add('B'), now, { replacesDamaged: true });
    expect(log()).toContain('the damaged overlay is being replaced');
    expect(await storedCodes()).toEqual(['B']);
  });
});
