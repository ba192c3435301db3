import type { StoredText } from '../../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import type { StagedLocation } from '../../../shared/data-access/publishing/staged-network.ts';
import { openTextUpload, type TextFile } from '../../../shared/data-access/publishing/text-upload.ts';
import type { WorkCentre } from '../../../shared/wire/locations-v3/work-centre.ts';

/** One location on its way into the files of a version, shown as a work centre once for all of them. */
interface RenderedLocation extends StagedLocation {
  readonly workCentre: WorkCentre;
  /** JSON of the work centre. */
  readonly shown: string;
}

/** How the text of a file follows from the locations that pass by, in the order of their codes. */
export interface RecordText {
  readonly head: string;
  /** Text of this location in the file; undefined where the file leaves it out. */
  readonly record: (location: RenderedLocation, isFirst: boolean) => string | undefined;
  /** Records that come after those of the locations. */
  readonly furtherRecords?: () => Iterable<string>;
  readonly tail: string;
}

/** A file that is being written while the locations pass by. */
export interface RecordSink {
  take(location: RenderedLocation): Promise<void>;
  /** Completes the file, under its key from then on. */
  end(): Promise<StoredText>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/** Opens a file. Its methods throw StoreUnavailable. */
export const openRecordSink = (bucket: PublishedBucket, file: TextFile, text: RecordText): RecordSink => {
  const upload = openTextUpload(bucket, file);
  let records = 0;
  const begun = upload.write(text.head);
  // It is waited for with the first record, or by the end.
  begun.catch(() => {});
  const write = async (piece: string) => {
    records++;
    await upload.write(piece);
  };
  return {
    async take(location) {
      await begun;
      const piece = text.record(location, records === 0);
      if (piece !== undefined) await write(piece);
    },
    async end() {
      await begun;
      for (const piece of text.furtherRecords?.() ?? []) await write(piece);
      await upload.write(text.tail);
      return { ...(await upload.end()), records };
    },
    abort: () => upload.abort(),
  };
};
