import { keyRepository } from '../../../shared/data-access/access/key-repository.ts';
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
  const { restore } = keyRepository({ client, tables });
  return { put: (restored, overwrite) => restore(restored, overwrite, change) };
};
