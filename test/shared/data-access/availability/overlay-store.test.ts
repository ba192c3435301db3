import { describe, expect, it } from 'vitest';
import { readOverlay, updateOverlay } from '../../../../shared/data-access/availability/overlay-store.ts';
import type { OverlayEditor } from '../../../../shared/domain/availability/overlay.ts';
import { overlayKey } from '../../../../shared/domain/publication/object-keys.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { perFile } from '../../../support/per-test.ts';

const bucket = perFile(startLocalBucket);

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
  it('keeps the changes of all concurrent writers', async () => {
    const codes = Array.from({ length: 12 }, (_, index) => `L${index}`);
    await Promise.all(codes.map((code) => updateOverlay(bucket, add(code), now)));
    expect(new Set(await storedCodes())).toEqual(new Set(codes));
  });

  it('is smaller than 20 kB with 1% of 21,000 locations', async () => {
    const codes = Array.from({ length: 210 }, (_, index) => `${310_000 + index * 97}_UPL`);
    await updateOverlay(bucket, add(...codes), now);
    expect((await bucket.get(overlayKey)).length).toBeLessThan(20_000);
  });
});
