import { expect, it } from 'vitest';
import { keyContext } from '../../../../functions/platform/authorising/key-context.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

const rates = { standard: 100, partner: 500 };
const known = { client: 'Southern Shop', keyId: 'one', scopes: 'locations-v2' };

it('functions are told of a key in texts, with the rate of its plan', () => {
  expect(keyContext(storedKey('one'), rates)).toEqual({ ...known, plan: 'partner', ratePerSecond: '500' });
});

it('functions are told no rate where the plan has none', () => {
  expect(keyContext(storedKey('one', { plan: 'unlimited' }), rates)).toEqual({ ...known, plan: 'unlimited' });
  expect(keyContext(storedKey('one'), {})).toEqual({ ...known, plan: 'partner' });
});

it('functions are told all scopes of a key as one text', () => {
  const key = storedKey('one', { scopes: ['locations-v3:search', 'bill-management'] });
  expect(keyContext(key, rates)).toMatchObject({ scopes: 'locations-v3:search,bill-management' });
});

it('functions are told of a sandbox key that it is one, and of no other', () => {
  expect(keyContext(storedKey('one', { sandbox: true }), rates)).toMatchObject({ sandbox: 'true' });
  expect(keyContext(storedKey('one', { sandbox: false }), rates)).not.toHaveProperty('sandbox');
});
