import type { WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { StoredText } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { StagedLocation } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { bothOf } from '../../../shared/data-access/publishing/writing/text-batch.ts';
import { openTextUpload, type TextFile } from '../../../shared/data-access/publishing/writing/text-upload.ts';
import type { RecordPieces } from '../../../shared/wire/locations-v3/export/export-format.ts';
import type { ShownWorkCentre } from '../../../shared/wire/locations-v3/export/shown-work-centre.ts';

/** One location on its way into the files of a version, shown as a work centre once for all of them. */
interface RenderedLocation {
  readonly staged: StagedLocation;
  readonly shown: ShownWorkCentre;
}

/** How the text of a file follows from the locations that pass by, in the order of their codes. */
export interface RecordText {
  readonly head: string;
  /** Text of this location in the file; undefined where the file leaves it out. */
  readonly record: (location: RenderedLocation, isFirst: boolean) => RecordPieces | undefined;
  /** Records that come after those of the locations. */
  readonly furtherRecords?: () => Iterable<string>;
  readonly tail: string;
}

/** A file that is being written while the locations pass by. */
export interface RecordSink {
  /** Where a promise comes back, the next may come when it resolves. */
  take(location: RenderedLocation): Promise<void> | undefined;
  /** Completes the file, under its key from then on. */
  end(): Promise<StoredText>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/** Opens a file. Its methods throw StoreUnavailable. */
export const openRecordSink = (bucket: WritableBucket, file: TextFile, text: RecordText): RecordSink => {
  const upload = openTextUpload(bucket, file);
  let records = 0;
  // No head fills a batch.
  const begun = upload.write(text.head);
  const write = (pieces: RecordPieces): Promise<void> | undefined => {
    records++;
    let waiting: Promise<void> | undefined;
    for (const piece of pieces) waiting = bothOf(waiting, upload.write(piece));
    return waiting;
  };
  return {
    take(location) {
      const pieces = text.record(location, records === 0);
      return pieces && write(pieces);
    },
    async end() {
      await begun;
      for (const record of text.furtherRecords?.() ?? []) await write([record]);
      await upload.write(text.tail);
      return { ...(await upload.end()), records };
    },
    abort: () => upload.abort(),
  };
};
