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

/** A key and a register that holds what is stored of it, or of it changed. */
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

/** What comes of an event that is not let in, and what is written of it. */
const refusalOf = async (keys: KeyLookup, event: object) => {
  const log = captureLog();
  const error: unknown = await authoriseApiKey(keys)(event).catch((reason: unknown) => reason);
  return { message: error instanceof Error ? error.message : undefined, log: log(), error };
};

const reasonsIn = (log: string) =>
  metricsIn(log).flatMap(({ name, dimensions }) => (name === 'KeysRefused' ? [dimensions.reason] : []));

describe('a key that is let in', () => {
  it('is answered with all that the gateway is to know of it', async () => {
    const { token, keyId, record, keys, asked } = issued({ sandbox: true, scopes: ['locations-v3:search'] });
    expect(await authoriseApiKey(keys)(eventOf(token))).toEqual({
      principalId: 'Southern Shop',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [`${stageArn}/*`] },
          {
            Action: 'execute-api:Invoke',
            Effect: 'Deny',
            Resource: [
              `${stageArn}/GET/bill-management-api/v1/biller-metadata`,
              `${stageArn}/GET/bill-management-api/v1/biller-metadata/bill-types`,
              `${stageArn}/GET/bill-management-api/v1/biller-metadata/*`,
              `${stageArn}/POST/bill-management-api/v1/enquiries`,
              `${stageArn}/GET/locations/v3/export/workcentres`,
              `${stageArn}/GET/locations/v2/points/postcode/*`,
              `${stageArn}/GET/locations/v2/points/workcentres/*`,
              `${stageArn}/GET/locations/v2/points/deliverypoints/*`,
              `${stageArn}/GET/locations/v2/points/*`,
              `${stageArn}/GET/locations/v2/points/type/*`,
              `${stageArn}/GET/locations/v2/points/geo/*/*`,
              `${stageArn}/GET/locations/v2/services`,
              `${stageArn}/GET/locations/v2/services/*`,
            ],
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
  });

  it('is noted, and none that is refused', async () => {
    const good = issued();
    const revoked = issued({ status: 'REVOKED' });
    const noted: string[] = [];
    const noteUse = async (keyId: string) => {
      noted.push(keyId);
    };
    await authoriseApiKey(good.keys, { noteUse })(eventOf(good.token));
    await expect(authoriseApiKey(revoked.keys, { noteUse })(eventOf(revoked.token))).rejects.toThrow(
      /^Unauthorized$/,
    );
    expect(noted).toEqual([good.keyId]);
  });
});

describe('a key that is refused', () => {
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
  ])('is counted as %s, and told no more than that it is unauthorised', async (reason, register, event) => {
    const { message, log } = await refusalOf(register, event);
    expect(message).toBe('Unauthorized');
    expect(reasonsIn(log)).toEqual([reason]);
  });

  it('is named by its id where it has one', async () => {
    expect((await refusalOf(nothing, eventOf(token))).log).toContain(keyId);
  });
});

describe('a register that does not answer', () => {
  it('is a failure that is counted, and no refusal', async () => {
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

it('an event that no gateway sends is a failure, and no refusal', async () => {
  const { keys } = issued();
  for (const event of [{}, { methodArn: 1 }, { methodArn: 'x', multiValueHeaders: { 'AUTH-KEY': 'x' } }]) {
    const { message } = await refusalOf(keys, event);
    expect(message).not.toBe('Unauthorized');
    expect(message).toBeDefined();
  }
});
