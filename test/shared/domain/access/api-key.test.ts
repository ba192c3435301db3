import { describe, expect, it } from 'vitest';
import { apiKey, plans } from '../../../../shared/domain/access/api-key.ts';
import { apiKeyEvent } from '../../../../shared/domain/access/api-key-event.ts';
import { apiKeyUse } from '../../../../shared/domain/access/api-key-use.ts';
import { hasExpired } from '../../../../shared/domain/access/key-expiry.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

describe('a stored key', () => {
  const whole = storedKey('4hjk29fmw0qz', {
    expiresAt: '2027-01-01T00:00:00.000Z',
    revokedAt: '2026-12-01T00:00:00.000Z',
    sandbox: true,
    rotatedFrom: '111111111111',
    rotatedTo: '222222222222',
  });

  it('is read as it was written, with all that it may have or without', () => {
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
  ])('with %j is none', (part) => {
    expect(apiKey.safeParse({ ...whole, ...part }).success).toBe(false);
  });
});

describe('the expiry of a key', () => {
  const expiresAt = '2026-07-01T10:00:00Z';
  const at = (time: string) => new Date(time);

  it('is over from its very instant on, and never where there is none', () => {
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

  it.each(['ISSUED', 'ROTATED', 'EXPIRY_CHANGED', 'REVOKED'])('may tell that a key was %s', (action) => {
    expect(apiKeyEvent.parse({ ...entry, action })).toEqual({ ...entry, action });
  });

  it('may have no reason, but not nobody behind it', () => {
    const { reason: _, ...without } = entry;
    expect(apiKeyEvent.parse(without)).toEqual(without);
    expect(apiKeyEvent.safeParse({ ...entry, by: '' }).success).toBe(false);
  });

  it.each([{ action: 'LOST' }, { details: { count: 1 } }, { details: { list: [1] } }, { keyId: undefined }])(
    'with %j is none',
    (part) => {
      expect(apiKeyEvent.safeParse({ ...entry, ...part }).success).toBe(false);
    },
  );
});

it('the use of a key is when it was used first and last', () => {
  const use = {
    keyId: '4hjk29fmw0qz',
    firstUsedAt: '2026-11-21T00:00:00Z',
    lastUsedAt: '2026-11-22T00:00:00Z',
  };
  expect(apiKeyUse.parse(use)).toEqual(use);
  expect(apiKeyUse.safeParse({ ...use, lastUsedAt: undefined }).success).toBe(false);
});
