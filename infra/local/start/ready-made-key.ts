import { keyLookup, keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import { hasExpired } from '../../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { replaceFile } from '../files/durable-file.ts';
import { readIfThere } from '../files/read-if-there.ts';
import type { FirstStart } from './first-start.ts';

/** Whether a key opens this stack: it was issued here, and has neither been revoked nor expired. */
const isGood = async (token: string, keys: Table): Promise<boolean> => {
  const keyId = parseKeyToken(token)?.keyId;
  const record = keyId === undefined ? undefined : await keyLookup(keys).find(keyId);
  if (record?.status !== 'ACTIVE' || hasExpired(record, new Date())) return false;
  return record.digest === digestOfKey(token).toString('hex');
};

/**
 * Issues the key that a newcomer finds in the data directory, unless one is there. One that does not open the stack is
 * told of and left: whoever put or revoked it may want neither to lose it nor to have another. Returns whether the key
 * that is there now opens the stack. Throws UnreadableFile, StoreUnavailable.
 */
export const provideReadyMadeKey = async ({
  directory,
  documents,
  description: { tables },
  report,
}: Pick<FirstStart, 'directory' | 'documents' | 'description' | 'report'>): Promise<boolean> => {
  const found = await readIfThere(directory.keyFile);
  if (found !== undefined) {
    const opens = await isGood(found.trim(), { client: documents, tableName: tables.apiKeys });
    if (!opens)
      report(
        `The key in ${directory.keyFile} does not open this stack. Remove the file and start again for a new one`,
      );
    return opens;
  }
  const { token } = await keyRepository({ client: documents, tables }).issue(
    { client: 'local developer', scopes: [...services], plan: 'unlimited', environment: 'test' },
    { by: 'waypost', reason: 'for the owner of this machine, at the first start' },
  );
  await replaceFile(directory.keyFile, `${token}\n`);
  return true;
};
