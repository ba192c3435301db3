import type { WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { StoredText } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { StagedLocation } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { bothOf } from '../../../shared/data-access/publishing/writing/text-batch.ts';
import { openTextUpload, type TextFile } from '../../../shared/data-access/publishing/writing/text-upload.ts';
import type { RecordPieces } from '../../../shared/wire/locations-v3/export/export-format.ts';
import type { ShownWorkCentre } from '../../../shared/wire/locations-v3/export/shown-work-centre.ts';

/** One location to be written to the files of a version, rendered as a work centre once for all of them. */
interface RenderedLocation {
  readonly staged: StagedLocation;
  readonly shown: ShownWorkCentre;
}

/** Text of a file, made from locations in the order of their codes. */
export interface RecordText {
  readonly head: string;
  /** Returns the text of the location in the file; undefined if the file omits it. */
  readonly record: (location: RenderedLocation, isFirst: boolean) => RecordPieces | undefined;
  /** Records written after those of the locations. */
  readonly furtherRecords?: () => Iterable<string>;
  readonly tail: string;
}

/** A file that is written one location at a time. */
export interface RecordSink {
  /** Writes a location. If it returns a promise, wait for it before the next call. */
  take(location: RenderedLocation): Promise<void> | undefined;
  /** Completes the upload; the file then exists under its key. */
  end(): Promise<StoredText>;
  /** Aborts the upload, so that no file remains. */
  abort(): Promise<void>;
}

/** Opens a file. Its methods throw StoreUnavailable. */
export const openRecordSink = (bucket: WritableBucket, file: TextFile, text: RecordText): RecordSink => {
  const upload = openTextUpload(bucket, file);
  let records = 0;
  // A head is smaller than a batch, so this returns no promise.
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
