import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { plans } from '../../../../shared/domain/access/api-key.ts';
import {
  planOfUsageIdentifier,
  usageIdentifierOf,
} from '../../../../shared/domain/access/usage-identifier.ts';

const clientAndPlan = fc.record({
  client: fc.string({ minLength: 1, unit: 'binary' }),
  plan: fc.constantFrom(...plans),
});

it('it has a length and characters that API Gateway takes, and tells its plan', () => {
  return fc.assert(
    fc.property(clientAndPlan, (key) => {
      const identifier = usageIdentifierOf(key);
      expect(identifier).toMatch(/^[a-z0-9-]{20,128}$/);
      expect(planOfUsageIdentifier(identifier)).toBe(key.plan);
    }),
  );
});

it('all keys of a client in a plan share it, and no others', () => {
  const standard = usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' });

  expect(usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' })).toBe(standard);
  expect(usageIdentifierOf({ client: 'Southern Shop', plan: 'partner' })).not.toBe(standard);
  expect(usageIdentifierOf({ client: 'southern shop', plan: 'standard' })).not.toBe(standard);
});

it.each(['', 'standard', 'gold-0000', `gold-${'0'.repeat(64)}`, `-${'0'.repeat(64)}`])(
  '%j has no plan',
  (text) => expect(planOfUsageIdentifier(text)).toBeUndefined(),
);

it('text around an identifier makes it none', () => {
  const identifier = usageIdentifierOf({ client: 'Southern Shop', plan: 'standard' });
  for (const text of [` ${identifier}`, `x-${identifier}`, `${identifier}0`, `${identifier}\n`])
    expect(planOfUsageIdentifier(text), text).toBeUndefined();
});
