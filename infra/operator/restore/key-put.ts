import { restoreKey } from '../../../shared/data-access/access/restore-key.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import type { Restoration } from './copy-items.ts';
import type { RestoreRequest } from './restore-report.ts';

/** Keys are brought back one by one, each with an entry in the trail of who did it. Throws OperatorError. */
export const keyPut = async (
  { database: client, tables, actor }: OperatedStack,
  { kind, fromTable, dryRun }: RestoreRequest,
): Promise<Pick<Restoration, 'put'>> => {
  if (kind !== 'keys' || dryRun) return {};
  const change = { by: await actor(), reason: `restored from ${fromTable}` };
  return { put: (restored, overwrite) => restoreKey({ client, tables }, restored, overwrite, change) };
};
