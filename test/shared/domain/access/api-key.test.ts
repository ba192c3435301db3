import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiKey,
  apiKeyEvent,
  apiKeyUse,
  hasExpired,
  planOfUsageIdentifier,
  plans,
  usageIdentifierOf,
} from '../../../../shared/domain/access/api-key.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

describe('a stored key', () => {
  const whole = storedKey('4hjk29fmw0qz', {
    expiresAt: '2027-01-01T00:00:00.000Z',
    revokedAt: '2026-12-01T00:00:00.000Z',
    sandbox: true,
    rotatedFrom: '111111111111',
    rotatedTo: '222222222222',
  });

  it('is read as it was written, with or without its optional members', () => {
    expect(apiKey.parse(whole)).toEqual(whole);
    expect(apiKey.parse(storedKey('4hjk29fmw0qz'))).toEqual(storedKey('4hjk29fmw0qz'));
  });

  it.each(plans)('may be of the plan %s', (plan) => {
    expect(apiKey.parse({ ...whole, plan }).plan).toBe(plan);
  });

  it('is active or revoked, and its client has 1 to 120 characters', () => {
    expect(apiKey.parse({ ...whole, status: 'REVOKED' }).status).toBe('REVOKED');
    for (const client of ['x', 'x'.repeat(120)])
      expect(apiKey.parse({ ...whole, client }).client).toBe(client);
  });

  it.each([
    { keyId: 1 },
    { digest: '0'.repeat(63) },
    { digest: `0${'0'.repeat(64)}` },
    { digest: `${'0'.repeat(64)}\n` },
    { digest: 'A'.repeat(64) },
    { client: '' },
    { client: 'x'.repeat(121) },
    { scopes: [] },
    { scopes: ['everything'] },
    { plan: 'gold' },
    { status: 'active' },
    { sandbox: 'true' },
  ])('rejects %j', (part) => {
    expect(apiKey.safeParse({ ...whole, ...part }).success).toBe(false);
  });
});

describe('the expiry of a key', () => {
  const expiresAt = '2026-07-01T10:00:00Z';
  const at = (time: string) => new Date(time);

  it('is reached at its exact time, and never if it is absent', () => {
    expect(hasExpired({ expiresAt }, at('2026-07-01T09:59:59.999Z'))).toBe(false);
    expect(hasExpired({ expiresAt }, at(expiresAt))).toBe(true);
    expect(hasExpired({}, at('9999-12-31T00:00:00Z'))).toBe(false);
    expect(hasExpired({ expiresAt: 'soon' }, at(expiresAt))).toBe(true);
  });
});

describe('an entry of the audit trail', () => {
  const entry = {
    keyId: '4hjk29fmw0qz',
    event: '2026-11-21T00:00:00.000Z#abc',
    at: '2026-11-21T00:00:00.000Z',
    action: 'ISSUED',
    by: 'ada@counter',
    reason: 'a new partner',
    details: { client: 'Southern Shop', sandbox: false, scopes: ['locations-v2'] },
  };

  it.each(['ISSUED', 'ROTATED', 'EXPIRY_CHANGED', 'REVOKED'])('accepts the action %s', (action) => {
    expect(apiKeyEvent.parse({ ...entry, action })).toEqual({ ...entry, action });
  });

  it('accepts a missing reason, but no missing actor', () => {
    const { reason: _, ...without } = entry;
    expect(apiKeyEvent.parse(without)).toEqual(without);
    expect(apiKeyEvent.safeParse({ ...entry, by: '' }).success).toBe(false);
  });

  it.each([{ action: 'LOST' }, { details: { count: 1 } }, { details: { list: [1] } }, { keyId: undefined }])(
    'rejects %j',
    (part) => {
      expect(apiKeyEvent.safeParse({ ...entry, ...part }).success).toBe(false);
    },
  );
});

it('reads the first and last use of a key', () => {
  const use = {
    keyId: '4hjk29fmw0qz',
    firstUsedAt: '2026-11-21T00:00:00Z',
    lastUsedAt: '2026-11-22T00:00:00Z',
  };
  expect(apiKeyUse.parse(use)).toEqual(use);
  expect(apiKeyUse.safeParse({ ...use, lastUsedAt: undefined }).success).toBe(false);
});

describe('a usage identifier', () => {
  const clientAndPlan = fc.record({
    client: fc.string({ minLength: 1, unit: 'binary' }),
    plan: fc.constantFrom(...plans),
  });

  it('has a length and characters that API Gateway accepts, and contains the plan', () => {
    return fc.assert(
      fc.property(clientAndPlan, (key) => {
        const identifier = usageIdentifierOf(key);
        expect(identifier).toMatch(/^[a-z0-9-]{20,128}$/);
        expect(planOfUsageIdentifier(identifier)).toBe(key.plan);
      }),
    );
  });

  it('is shared by all keys of a client in a plan, and by no others', () => {
    const standard = usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' });

    expect(usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' })).toBe(standard);
    expect(usageIdentifierOf({ client: 'Southern Shop', plan: 'partner' })).not.toBe(standard);
    expect(usageIdentifierOf({ client: 'southern shop', plan: 'standard' })).not.toBe(standard);
  });

  it.each(['', 'standard', 'gold-0000', `gold-${'0'.repeat(64)}`, `-${'0'.repeat(64)}`])(
    'rejects %j',
    (text) => expect(planOfUsageIdentifier(text)).toBeUndefined(),
  );

  it('rejects an identifier with text around it', () => {
    const identifier = usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' });
    for (const text of [` ${identifier}`, `x-${identifier}`, `${identifier}0`, `${identifier}\n`])
      expect(planOfUsageIdentifier(text), text).toBeUndefined();
  });
});
