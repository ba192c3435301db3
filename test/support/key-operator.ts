import { type KeyRepositorySettings, keyRepository } from '../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../shared/data-access/access/key-request.ts';
import type { KeyTables } from '../../shared/data-access/access/key-trail.ts';
import type { ApiKey } from '../../shared/domain/access/api-key.ts';

const change = { by: 'operator@test' };

const partnerKey: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'live',
};

/** Returns functions that issue, rotate and revoke keys without reasons, for tests that do not check the reasons. */
export const keyOperator = (
  { client, tables }: KeyTables,
  settings: Pick<KeyRepositorySettings, 'now'> = {},
) => {
  const keys = keyRepository({ client, tables, ...settings });
  return {
    issue: (request: Partial<KeyRequest> = {}) => keys.issue({ ...partnerKey, ...request }, change),
    rotate: (keyId: string, overlap: number) => keys.rotate(keyId, { overlap, environment: 'live' }, change),
    revoke: (keyId: string) => keys.revoke(keyId, change),
  };
};

export const storedKey = (keyId: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  keyId,
  digest: '0'.repeat(64),
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  status: 'ACTIVE',
  createdAt: '2026-11-21T00:00:00.000Z',
  ...changes,
});
