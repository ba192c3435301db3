import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { type ApiKey, type KeyLookup, usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import { createKeyToken, digestOfKey } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { metricsIn } from '../../../support/embedded-metrics.ts';
import { eventOf, eventWith, stageArn } from '../../../support/gateway/authoriser-under-test.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

/** Creates a key and a lookup that finds its record with these changes. */
const issued = (changes: Partial<ApiKey> = {}) => {
  const { token, keyId } = createKeyToken('live', randomBytes);
  const record = storedKey(keyId, { digest: digestOfKey(token).toString('hex'), ...changes });
  const asked: string[] = [];
  const keys: KeyLookup = {
    find: async (id) => {
      asked.push(id);
      return record;
    },
  };
  return { token, keyId, record, keys, asked };
};

/** Returns the error of a rejected event, and what was logged. */
const refusalOf = async (keys: KeyLookup, event: object) => {
  const log = captureLog();
  const error: unknown = await authoriseApiKey(keys)(event).catch((reason: unknown) => reason);
  return { message: error instanceof Error ? error.message : undefined, log: log(), error };
};

const reasonsIn = (log: string) =>
  metricsIn(log).flatMap(({ name, dimensions }) => (name === 'KeysRefused' ? [dimensions.reason] : []));

describe('an accepted key', () => {
  it('returns everything that the gateway needs', async () => {
    const { token, keyId, record, keys, asked } = issued({ sandbox: true, scopes: ['locations-v3:search'] });
    const log = captureLog();
    expect(await authoriseApiKey(keys)(eventOf(token))).toEqual({
      principalId: 'Southern Shop',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [`${stageArn}/*`] },
          {
            Action: 'execute-api:Invoke',
            Effect: 'Deny',
            // The tests of access policies check all of them.
            Resource: expect.arrayContaining([
              `${stageArn}/POST/bill-management-api/v1/enquiries`,
              `${stageArn}/GET/locations/v3/export/workcentres`,
              `${stageArn}/GET/locations/v2/points/geo/*/*`,
            ]),
          },
        ],
      },
      context: {
        client: 'Southern Shop',
        keyId,
        plan: 'partner',
        scopes: 'locations-v3:search',
        sandbox: 'true',
      },
      usageIdentifierKey: usageIdentifierOf(record),
    });
    expect(asked).toEqual([keyId]);
    expect(metricsIn(log())).toEqual([]);
  });

  it('is noted, and a rejected one is not', async () => {
    const good = issued();
    const revoked = issued({ status: 'REVOKED' });
    const noted: string[] = [];
    const recordUse = async (keyId: string) => {
      noted.push(keyId);
    };
    await authoriseApiKey(good.keys, { recordUse })(eventOf(good.token));
    await expect(authoriseApiKey(revoked.keys, { recordUse })(eventOf(revoked.token))).rejects.toThrow(
      /^Unauthorized$/,
    );
    expect(noted).toEqual([good.keyId]);
  });
});

describe('a rejected key', () => {
  const { token, keyId, record, keys } = issued();
  const changed = (changes: Partial<ApiKey>): KeyLookup => ({
    find: async () => ({ ...record, ...changes }),
  });
  const other = createKeyToken('live', randomBytes).token;
  const nothing: KeyLookup = { find: async () => undefined };

  it.each<[string, KeyLookup, object]>([
    ['missing or repeated', keys, eventWith(null)],
    ['missing or repeated', keys, eventWith({ 'AUTH-KEY': [token, token] })],
    ['malformed', keys, eventOf('x')],
    ['unknown', nothing, eventOf(token)],
    ['unknown', keys, eventOf(other)],
    ['revoked', changed({ status: 'REVOKED' }), eventOf(token)],
    ['expired', changed({ expiresAt: '2020-01-01T00:00:00Z' }), eventOf(token)],
  ])('is counted as %s, and its error says only Unauthorized', async (reason, register, event) => {
    const { message, log } = await refusalOf(register, event);
    expect(message).toBe('Unauthorized');
    expect(reasonsIn(log)).toEqual([reason]);
  });

  it('is logged by its id if it has one', async () => {
    expect((await refusalOf(nothing, eventOf(token))).log).toContain(keyId);
  });
});

describe('a store that does not respond', () => {
  it('is counted as a failure, not as a rejection', async () => {
    const failing: KeyLookup = {
      find: async () => {
        throw new StoreUnavailable('api keys: get');
      },
    };
    const { error, log } = await refusalOf(failing, eventOf(issued().token));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(metricsIn(log).map(({ name, value }) => [name, value])).toEqual([['AuthoriserFailures', 1]]);
  });
});

it('an event that no gateway sends is a failure, not a rejection', async () => {
  const { keys } = issued();
  for (const event of [{}, { methodArn: 1 }, { methodArn: 'x', multiValueHeaders: { 'AUTH-KEY': 'x' } }]) {
    const { message } = await refusalOf(keys, event);
    expect(message).not.toBe('Unauthorized');
    expect(message).toBeDefined();
  }
});
