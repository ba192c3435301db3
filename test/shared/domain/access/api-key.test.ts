import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiKey,
  hasExpired,
  planOfUsageIdentifier,
  plans,
  usageIdentifierOf,
} from '../../../../shared/domain/access/api-key.ts';
import { storedKey } from '../../../support/key-operator.ts';

describe('a stored key', () => {
  const whole = storedKey('4hjk29fmw0qz', {
    expiresAt: '2027-01-01T00:00:00.000Z',
    revokedAt: '2026-12-01T00:00:00.000Z',
    sandbox: true,
    rotatedFrom: '111111111111',
    rotatedTo: '222222222222',
  });

  it.each([
    { keyId: 1 },
    { digest: `0${'0'.repeat(64)}` },
    { digest: `${'0'.repeat(64)}\n` },
    { digest: 'A'.repeat(64) },
    { client: '' },
    { client: 'x'.repeat(121) },
    { scopes: [] },
    { scopes: ['everything'] },
    ...['bill-management:', 'locations-v2:search', ':export', ''].map((scope) => ({ scopes: [scope] })),
    { plan: 'gold' },
    { status: 'active' },
    { sandbox: 'true' },
  ])('rejects %j', (part) => {
    expect(apiKey.safeParse({ ...whole, ...part }).success).toBe(false);
  });
});

it('a key with an unreadable expiry has expired', () => {
  expect(hasExpired({ expiresAt: 'soon' }, new Date('2026-07-01T10:00:00Z'))).toBe(true);
});

describe('a usage identifier', () => {
  const identifier = usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' });
  const clientAndPlan = fc.record({
    client: fc.string({ minLength: 1, unit: 'binary' }),
    plan: fc.constantFrom(...plans),
  });

  it('has a length and characters that API Gateway accepts, includes the plan, and depends on the client', async () => {
    await fc.assert(
      fc.property(clientAndPlan, (key) => {
        const identifier = usageIdentifierOf(key);
        expect(identifier).toMatch(/^[a-z0-9-]{20,128}$/);
        expect(planOfUsageIdentifier(identifier)).toBe(key.plan);
        expect(usageIdentifierOf({ ...key, client: `${key.client}x` })).not.toBe(identifier);
      }),
    );
  });

  it.each([
    ...['', 'standard', 'gold-0000', `gold-${'0'.repeat(64)}`, `-${'0'.repeat(64)}`],
    ...[` ${identifier}`, `x-${identifier}`, `${identifier}0`, `${identifier}\n`],
  ])('rejects %j', (text) => {
    expect(planOfUsageIdentifier(text)).toBeUndefined();
  });
});
