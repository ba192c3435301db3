import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { sampleFile } from '../../../../infra/local/start/first-start.ts';
import {
  reportSampleAvailability,
  sampleReports,
} from '../../../../infra/local/start/sample-availability.ts';
import { readOverlay, updateOverlay } from '../../../../shared/data-access/availability/overlay-store.ts';
import { unavailableReasons } from '../../../../shared/domain/availability/overlay.ts';
import { availabilityRecord } from '../../../../shared/domain/importing/availability-record.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { newDirectory } from '../new-directory.ts';

let bucket: LocalBucket;
beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

const now = new Date('2026-11-27T01:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const isSample = '{"sample":true}';

/** Starts with this marker in the folder. Returns the rows of the overlay, or undefined if there is no overlay. */
const rowsAfterStart = async (mark: string, at: Date) => {
  const initialisedFile = join(await newDirectory(), 'initialised.json');
  await writeFile(initialisedFile, mark);
  await reportSampleAvailability({ initialisedFile }, bucket, at);
  const reading = await readOverlay(bucket);
  return reading.kind === 'found' ? reading.overlay.rows : undefined;
};

it('the sample reports lockers of the sample network with every reason, in the format of an availability file', async () => {
  const locations = gunzipSync(await readFile(sampleFile('locations'))).toString();
  const line = z.object({ location_code: z.string(), type: z.string() });
  const lockers = locations
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
    .filter(({ type }) => type === 'UPL')
    .map(({ location_code }) => location_code);
  const reports = sampleReports(now);
  expect(lockers).toEqual(expect.arrayContaining(reports.map(({ location_code }) => location_code)));
  expect(new Set(reports.map(({ reason }) => reason))).toEqual(new Set(unavailableReasons));
  const record = availabilityRecord({ receivedAt: now, replace: true });
  expect(reports.map((report) => record.parse(report))).toEqual(reports);
});

it('the sample reports are stored at the first start, and again after they have expired, but never replace an import', async () => {
  expect(await rowsAfterStart('{"sample":false}', now)).toBeUndefined();
  expect(await rowsAfterStart('damaged', now)).toBeUndefined();
  const first = await rowsAfterStart(isSample, now);
  expect(first).toHaveLength(sampleReports(now).length);
  expect(await rowsAfterStart(isSample, inDays(1))).toEqual(first);
  const later = await rowsAfterStart(isSample, inDays(8));
  expect(later?.map(({ until }) => until)).toEqual(sampleReports(inDays(8)).map(({ until }) => until));

  const receivedAt = inDays(9);
  await updateOverlay(
    bucket,
    (editor) => editor.add({ reports: [], receivedAt, replace: true }),
    () => receivedAt,
  );
  expect(await rowsAfterStart(isSample, inDays(10))).toEqual([]);
});
