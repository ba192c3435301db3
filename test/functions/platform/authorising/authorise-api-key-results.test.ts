import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import { type ApiKey, type KeyLookup, usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import { createKeyToken, digestOfKey } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { metricsIn } from '../../../support/embedded-metrics.ts';
import {
  eventOf,
  eventWith,
  stageArn,
  startAuthoriser,
} from '../../../support/gateway/authoriser-under-test.ts';
import { perFile } from '../../../support/per-test.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

const issued = (changes: Partial<ApiKey> = {}) => {
  const { token, keyId } = createKeyToken('live', randomBytes);
  const record = storedKey(keyId, { digest: digestOfKey(token).toString('hex'), ...changes });
  const requested: string[] = [];
  const keys: KeyLookup = {
    find: async (id) => {
      requested.push(id);
      return record;
    },
  };
  return { token, keyId, record, keys, requested };
};

const rejectionOf = async (keys: KeyLookup, event: object) => {
  const log = captureLog();
  const error: unknown = await authoriseApiKey(keys)(event).catch((reason: unknown) => reason);
  return { message: error instanceof Error ? error.message : undefined, log: log(), error };
};

const reasonsIn = (log: string) =>
  metricsIn(log).flatMap(({ name, dimensions }) => (name === 'KeysRefused' ? [dimensions.reason] : []));

describe('an accepted key', () => {
  it('passes on the origins of a browser key, regardless of the page that sent the request', async () => {
    const origins = ['https://www.example.com', 'http://localhost:3000'];
    const { token, keys } = issued({ scopes: ['locations-v3:search'], plan: 'browser', origins });
    const pages: Record<string, string[]>[] = [
      {},
      { Origin: ['https://evil.test'] },
      { Referer: ['https://www.example.com/'] },
    ];
    const results = await Promise.all(
      pages.map((others) => authoriseApiKey(keys)(eventWith({ ...others, 'AUTH-KEY': [token] }))),
    );
    expect(results[0]?.context).toMatchObject({ plan: 'browser', origins: origins.join(' ') });
    expect(results[0]?.usageIdentifierKey).toMatch(/^browser-/);
    for (const result of results) expect(result).toEqual(results[0]);
  });

  it('fits into the 8 KB that API Gateway accepts, even with the longest origins', async () => {
    const origins = Array.from({ length: 20 }, (_, index) => `https://${index}`.padEnd(267, 'a'));
    const client = '邮'.repeat(120);
    const { token, keys } = issued({ client, scopes: ['locations-v3:search'], plan: 'browser', origins });
    const result = await authoriseApiKey(keys)(eventOf(token));
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(8_192);
  });

  it('returns the policy, context and usage identifier for the gateway', async () => {
    const { token, keyId, record, keys, requested } = issued({
      sandbox: true,
      scopes: ['locations-v3:search'],
    });
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
            // All of them are tested in access-policy.test.ts.
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
    expect(requested).toEqual([keyId]);
    expect(metricsIn(log())).toEqual([]);
  });

  it('is recorded as used, but a rejected one is not', async () => {
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
  ])('is counted as %s, and the error message is only Unauthorized', async (reason, register, event) => {
    const { message, log } = await rejectionOf(register, event);
    expect(message).toBe('Unauthorized');
    expect(reasonsIn(log)).toEqual([reason]);
  });

  it('is logged with its id if it has one', async () => {
    expect((await rejectionOf(nothing, eventOf(token))).log).toContain(keyId);
  });
});

describe('a store that does not respond', () => {
  it('is counted as a failure, not as a rejection', async () => {
    const failing: KeyLookup = {
      find: async () => {
        throw new StoreUnavailable('api keys: get');
      },
    };
    const { error, log } = await rejectionOf(failing, eventOf(issued().token));
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(metricsIn(log).map(({ name, value }) => [name, value])).toEqual([['AuthoriserFailures', 1]]);
  });
});

it('an invalid event is a failure, not a rejection', async () => {
  const { keys } = issued();
  for (const event of [{}, { methodArn: 1 }, { methodArn: 'x', multiValueHeaders: { 'AUTH-KEY': 'x' } }]) {
    const { message } = await rejectionOf(keys, event);
    expect(message).not.toBe('Unauthorized');
    expect(message).toBeDefined();
  }
});

/** Rejects a key that the lookup does not find. Returns the elapsed milliseconds. */
const rejectionTime = async (lookup: () => Promise<void> = async () => {}): Promise<number> => {
  const find = async () => {
    await lookup();
    return undefined;
  };
  const { token } = createKeyToken('live', randomBytes);
  const startedAt = performance.now();
  await expect(authoriseApiKey({ find })(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
  return performance.now() - startedAt;
};

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('the rejection of a well-formed key (A12)', () => {
  it('is never even a fraction of a millisecond early', async () => {
    for (let lookup = 18; lookup < 20; lookup += 0.1) {
      expect(await rejectionTime(async () => busyFor(lookup))).toBeGreaterThanOrEqual(20);
    }
  });

  it('waits without keeping the processor busy', async () => {
    const before = performance.eventLoopUtilization();
    for (let round = 0; round < 10; round += 1) await rejectionTime();
    // The rounds take 200 ms in total. A busy loop would have no idle time at all.
    expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(50);
  });

  it('is not delayed if the lookup took longer', async () => {
    let hasTurned = false;
    let turn: NodeJS.Immediate | undefined;
    await rejectionTime(async () => {
      await delay(25);
      turn = setImmediate(() => {
        hasTurned = true;
      });
    });
    clearImmediate(turn);
    expect(hasTurned).toBe(false);
  });
});

describe('the deployed authoriser', () => {
  const authoriser = perFile(startAuthoriser);
  beforeEach(() => vi.resetModules());

  const start = async () => {
    const { keys, uses, endpoint } = authoriser;
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

  it("passes on the key's plan, from which functions derive the rate limit", async () => {
    const contextOf = await start();
    expect(await contextOf()).toEqual({
      client: 'Southern Shop',
      keyId: expect.any(String),
      plan: 'partner',
      scopes: 'locations-v2',
    });
    expect(await contextOf({ plan: 'standard' })).toMatchObject({ plan: 'standard' });
  });
});
