import type { ApiKey } from '../../../shared/domain/access/api-key.ts';

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
