import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import {
  type AuthoriserUnderTest,
  eventOf,
  startAuthoriser,
} from '../../../support/gateway/authoriser-under-test.ts';

let authoriser: AuthoriserUnderTest;
beforeAll(async () => {
  authoriser = await startAuthoriser();
});
afterAll(() => authoriser.close());

const rates = { standard: 100, partner: 500 };

const contextOf = async (change: Partial<KeyRequest> = {}) => {
  const { token } = await authoriser.issue(change);
  return (await authoriseApiKey(authoriser.register, { rates })(eventOf(token))).context;
};

describe('the context of a key', () => {
  it('has texts only, with the rate of the plan', async () => {
    const { token, record } = await authoriser.issue();
    const { context } = await authoriseApiKey(authoriser.register, { rates })(eventOf(token));
    expect(context).toEqual({
      client: 'Southern Shop',
      keyId: record.keyId,
      plan: 'partner',
      scopes: 'locations-v2',
      ratePerSecond: '500',
    });
  });

  it('has all scopes in one text', async () => {
    const context = await contextOf({ scopes: ['locations-v3:search', 'bill-management'] });
    expect(context).toMatchObject({ scopes: 'bill-management,locations-v3:search' });
  });
});

describe('the deployed authoriser', () => {
  beforeEach(() => vi.resetModules());

  /** Starts an instance whose setting of rates has this text. */
  const startWith = async (rateOfPlan: string | undefined) => {
    const { keys, uses, endpoint } = authoriser;
    vi.stubEnv('RATE_OF_PLAN', rateOfPlan);
    vi.stubEnv('API_KEYS_TABLE', keys.tableName);
    vi.stubEnv('API_KEY_USE_TABLE', uses.tableName);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint);
    vi.stubEnv('AWS_REGION', 'ap-southeast-2');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { handler } = await import('../../../../functions/platform/authorise-api-key.ts');
    return async (change: Partial<KeyRequest> = {}) =>
      (await handler(eventOf((await authoriser.issue(change)).token))).context;
  };

  it('takes the rates of plans from the setting of the stage', async () => {
    const contextOf = await startWith('{"standard":1,"partner":500}');
    expect(await contextOf()).toHaveProperty('ratePerSecond', '500');
    expect(await contextOf({ plan: 'standard' })).toHaveProperty('ratePerSecond', '1');
    expect(await contextOf({ plan: 'unlimited' })).not.toHaveProperty('ratePerSecond');
  });

  it('has no rates without the setting', async () => {
    expect(await (await startWith(undefined))()).not.toHaveProperty('ratePerSecond');
  });

  it.each(['{"partner":0}', '{"partner":0.5}', '{"partner":"500"}', '{"gold":500}', '[]'])(
    'does not start with an invalid setting: %s',
    async (text) => {
      await expect(startWith(text)).rejects.toThrow(/^RATE_OF_PLAN: /);
    },
  );
});
