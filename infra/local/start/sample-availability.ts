import * as z from 'zod';
import { updateOverlay } from '../../../shared/data-access/availability/overlay-store.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { jsonText } from '../../../shared/data-access/settings.ts';
import type { AvailabilityReport } from '../../../shared/domain/availability/overlay.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { readIfThere } from '../data-directory/durable-file.ts';

/** Returns availability reports for the sample network. They expire within 7 days, so the sample files contain none. */
export const sampleReports = (now: Date): readonly AvailabilityReport[] => {
  const as_of = now.toISOString();
  const until = new Date(now.getTime() + 6 * dayMilliseconds).toISOString();
  return Array.from({ length: 60 }, (_, index) => ({
    location_code: `${520_000 + 25 * index}_UPL`,
    accepting: false,
    reason: index % 10 === 3 ? 'FAULT' : index % 10 === 7 ? 'SUSPENDED' : 'FULL',
    until,
    as_of,
  }));
};

const sampleMark = jsonText(z.object({ sample: z.boolean() }));

/**
 * Reports some of the sample's parcel lockers as full or out of service, unless there are reports. Does nothing if the
 * locations are not the sample, or if someone has imported reports.
 */
export const reportSampleAvailability = async (
  { initialisedFile }: Pick<DataDirectory, 'initialisedFile'>,
  bucket: Bucket,
  now: Date,
): Promise<void> => {
  const mark = sampleMark.safeParse((await readIfThere(initialisedFile)) ?? '');
  if (!mark.data?.sample) return;
  await updateOverlay(
    bucket,
    (editor) => {
      const wasImported = editor.overlay().replaced_at !== undefined;
      if (editor.rows().size === 0 && !wasImported)
        editor.add({ reports: sampleReports(now), receivedAt: now });
    },
    () => now,
  );
};
