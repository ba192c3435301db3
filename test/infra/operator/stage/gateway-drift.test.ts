import { describe, expect, it } from 'vitest';
import type { ClientKey } from '../../../../infra/operator/stack/deployed/gateway/client-keys.ts';
import { gatewayDrift } from '../../../../infra/operator/stack/deployed/gateway/gateway-drift.ts';
import type { AdmittedClient } from '../../../../infra/operator/stack/operated-stack.ts';
import { usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';

const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const shop: AdmittedClient = { client: 'Shop', plan: 'partner' };
const identifier = usageIdentifierOf(shop);
const key: ClientKey = {
  id: 'k1',
  identifier,
  plan: 'partner',
  client: 'Shop',
  enabled: true,
  createdAt: hoursAgo(9),
};

const nobody = { standard: [] as string[], partner: [] as string[], unlimited: [] as string[] };
const drift = (
  wanted: readonly AdmittedClient[],
  keys: readonly ClientKey[],
  members: Partial<typeof nobody>,
) => {
  const all = { ...nobody, ...members };
  const state = {
    keys: new Map(keys.map((each) => [each.identifier, each])),
    members: {
      standard: new Set(all.standard),
      partner: new Set(all.partner),
      unlimited: new Set(all.unlimited),
    },
  };
  return gatewayDrift(state, wanted, now).map(({ kind, plan }) => `${kind}: ${plan}`);
};

describe('what the gateway knows otherwise than it should', () => {
  it('is nothing where each client has its key in its plan', () => {
    expect(drift([shop], [key], { partner: ['k1'] })).toEqual([]);
    expect(drift([], [], {})).toEqual([]);
  });

  it('is a client without a key, one without its plan, and one whose key is disabled', () => {
    expect(drift([shop], [], {})).toEqual(['unknown: partner']);
    expect(drift([shop], [key], {})).toEqual(['outside its plan: partner']);
    expect(drift([shop], [{ ...key, enabled: false }], { partner: ['k1'] })).toEqual(['disabled: partner']);
  });

  it('is a key in the plan of others, which it has to leave before it can join its own', () => {
    expect(drift([shop], [key], { unlimited: ['k1'] })).toEqual([
      'in another plan: unlimited',
      'outside its plan: partner',
    ]);
  });

  it('is a client that has no working key any more, unless it was made known within the hour', () => {
    expect(drift([], [key], { partner: ['k1'] })).toEqual(['left over: partner']);
    expect(drift([], [{ ...key, createdAt: hoursAgo(0.9) }], { partner: ['k1'] })).toEqual([]);
    expect(drift([{ ...shop, plan: 'standard' }], [key], { partner: ['k1'] })).toEqual([
      'left over: partner',
      'unknown: standard',
    ]);
  });

  it('is no key of another stage, which is in no plan of this one', () => {
    expect(drift([], [key], {})).toEqual([]);
  });
});
