import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Bucket, readJson } from '../../shared/data-access/objects/bucket.ts';
import { readTextLines } from '../../shared/data-access/publishing/export-file.ts';
import { readHistory } from '../../shared/data-access/publishing/history.ts';
import { readGuardedChanges } from '../../shared/data-access/publishing/kept-versions.ts';
import {
  DamagedPublication,
  type Manifest,
  readStoredFile,
  type StoredFile,
  type StoredText,
} from '../../shared/data-access/publishing/manifest.ts';
import { readSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { openTextIndex } from '../../shared/data-access/publishing/text-files.ts';
import { mapPointerKey } from '../../shared/domain/publication/object-keys.ts';
import {
  type ExportFormatName,
  workCentreFormatNames,
} from '../../shared/domain/publication/work-centre-export.ts';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';
import { exportedFiles, toFilesDocument } from '../../shared/wire/files-document.ts';
import { mapPointer, openMapFile } from '../../shared/wire/map-file.ts';
import type { Run } from './command.ts';
import { errorMessage, OperatorError } from './errors.ts';
import { readPublished } from './publish/publish.ts';
import { formatCount, formatSize, labelled, visible } from './terminal/text.ts';

export const verifyCommand: Run<object> = async ({ openStack }) => {
  const stack = await openStack();
  const manifest = await readPublished(stack);
  const files = await Array.fromAsync(publishedFiles(stack.published, manifest), checkFile);
  const { version } = manifest;
  const damaged = files.find(({ difference }) => difference !== undefined);
  const result = { data: { version, isWhole: !damaged, files }, text: files.map(describeFile).join('\n') };
  if (damaged)
    throw new OperatorError(`version ${version} is damaged: ${damaged.difference}`, {
      code: 'damaged',
      result,
    });
  // Read last, because a run that has just published may not have moved the pointer yet.
  const pointer = await readJson(stack.published, mapPointerKey, mapPointer);
  if (manifest.map && (pointer?.data?.version ?? '') < version)
    throw new OperatorError(`the portal's map does not show version ${version} (${mapPointerKey})`, {
      // `waypost publish` would also update it, but would end a rollback.
      remedy: 'The next scheduled run updates it',
      result,
    });
  return result;
};

/** Checks a file. Returns the difference from the manifest, if there is one. */
const checkFile = async ({ stored: { key, bytes }, records, check }: PublishedFile) => {
  const difference = await check().then(
    () => undefined,
    (error: unknown) => {
      // An unavailable store says nothing about the file.
      if (error instanceof StoreUnavailable) throw error;
      return errorMessage(error);
    },
  );
  return { key, bytes, records, difference };
};

const describeFile = ({ key, bytes, records, difference }: Awaited<ReturnType<typeof checkFile>>): string => {
  const name = visible(posix.basename(key));
  if (difference !== undefined) return labelled(`DIFFERS  ${name}  `, difference);
  const count = records === undefined ? '' : `${formatCount(records)} records`;
  return `ok       ${name.padEnd(22)}${count.padStart(18)}${formatSize(bytes).padStart(12)}`;
};

interface PublishedFile {
  readonly stored: StoredFile;
  /** Number of records according to the manifest. Absent if the file contains no records. */
  readonly records?: number;
  /** Throws StoreUnavailable, and an error if the file is damaged or incomplete. */
  readonly check: () => Promise<void>;
}

/** Returns all files in the manifest. The files that matter most to clients come first. */
export const publishedFiles = (bucket: Bucket, manifest: Manifest): readonly PublishedFile[] => {
  const { counts, snapshot, map, full, guarded, changes, noChanges, removed, files, history } = manifest;
  const text = (format: ExportFormatName, stored: StoredText, expected = stored.records): PublishedFile => ({
    stored,
    records: stored.records,
    check: async () => {
      const found = await exportedFiles[format].count(readTextLines(bucket, stored));
      for (const records of [stored.records, expected])
        if (found !== records)
          throw new DamagedPublication(`${stored.key} has ${found} of ${records} records`);
    },
  });
  return [
    {
      stored: snapshot,
      records: counts.locations,
      check: async () => {
        const { length } = await (await readSnapshot(bucket, manifest)).readRecords();
        if (length !== counts.locations)
          throw new DamagedPublication(`${snapshot.key} has ${length} of ${counts.locations} records`);
      },
    },
    ...[manifest.words, manifest.placeNames]
      .filter((stored) => stored !== undefined)
      .map((stored) => ({
        stored,
        check: async () => void openTextIndex(await readStoredFile(bucket, stored)),
      })),
    ...(map
      ? [{ stored: map, records: counts.locations, check: () => checkMapFile(bucket, map, manifest) }]
      : []),
    ...workCentreFormatNames.map((format) => text(format, full.exports[format], full.locations)),
    text('changes', changes.file, changes.added + changes.changed + changes.removed),
    text('removed', removed),
    text('changes', noChanges, 0),
    {
      stored: files,
      check: async () => {
        const listed: unknown = JSON.parse(Buffer.from(await readStoredFile(bucket, files)).toString('utf8'));
        if (!isDeepStrictEqual(listed, toFilesDocument({ ...manifest, total: counts.locations })))
          throw new DamagedPublication(`${files.key} does not list the files of the manifest`);
      },
    },
    ...(guarded
      ? [{ stored: guarded, check: async () => void (await readGuardedChanges(bucket, guarded)) }]
      : []),
    { stored: history, check: async () => void (await readHistory(bucket, history)) },
  ];
};

const checkMapFile = async (
  bucket: Bucket,
  file: StoredFile,
  { version, counts }: Manifest,
): Promise<void> => {
  const text = Buffer.from(await readStoredFile(bucket, file)).toString('utf8');
  const map = openMapFile(JSON.parse(text));
  if (map.version !== version || map.places.length !== counts.locations)
    throw new DamagedPublication(
      `${file.key} does not contain the ${counts.locations} places listed in the manifest`,
    );
};
