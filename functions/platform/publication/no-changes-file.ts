import type { WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { StoredText } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import { changesFileHead } from '../../../shared/wire/locations-v3/export/changes-file.ts';
import { openRecordSink } from './record-sink.ts';
import { exportFile, type VersionContent } from './version-texts.ts';

const none = { added: 0, changed: 0, removed: 0 };

/**
 * Stores the file for whoever has this version and asks what came after it; undefined where the version changed
 * nothing, as its own file of changes serves then. It leads from the version before to that version itself: to the
 * newest it must not, as clients hold a file that leads there against the checksum that the list of files has for the
 * changes of the newest version. Throws StoreUnavailable.
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
