import type { WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { StoredText } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import { changesFileHead } from '../../../shared/wire/locations-v3/export/changes-file.ts';
import { openRecordSink } from './record-sink.ts';
import { exportFile, type VersionContent } from './version-texts.ts';

const none = { added: 0, changed: 0, removed: 0 };

/**
 * Stores the file for clients that already have this version; undefined if the version changed nothing, as its own
 * changes file then serves. The file names the former version as both its start and its end, never the newest: clients
 * check a file that leads to the newest version against the checksum in the list of files. Throws StoreUnavailable.
 */
export const storeNoChanges = async (
  bucket: WritableBucket,
  content: Pick<VersionContent, 'version' | 'generatedAt' | 'changes'>,
): Promise<StoredText | undefined> => {
  const { version, generatedAt, changes } = content;
  const { since, added, changed, removed } = changes;
  if (since === undefined || added + changed + removed === 0) return undefined;
  const file = { ...exportFile('changes', content), key: versionKeys(version).noChanges };
  const head = changesFileHead({ version: since, since, generatedAt, ...none });
  return openRecordSink(bucket, file, { head, record: () => undefined, tail: '' }).end();
};
