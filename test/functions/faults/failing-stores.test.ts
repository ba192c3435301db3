import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../../functions/bill-management-v1/contract.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { awakeMilliseconds } from '../../support/busy-machine.ts';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import {
  dynamoDbInternalError,
  s3InternalError,
  slowDown,
  throttling,
} from '../../support/faults/fault-proxy.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { storeFixtureBillers } from '../../support/fixture/fixture-billers.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';
import { perTest } from '../../support/per-test.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { v2Paths, v3Paths } from '../../support/targets/operation-paths.ts';

const services = perTest(startServicesBehindProxies);

interface AskedOnce {
  readonly name: string;
  /** Sends the request, and checks the response against the state of the store. */
  readonly ask: (store: 'fails' | 'works') => Promise<unknown>;
}

const base = '/bill-management-api/v1';
const billPaths = [
  '/biller-metadata',
  '/biller-metadata?billerCode=0101',
  '/biller-metadata/0101',
  '/biller-metadata/bill-types',
  '/health',
];

const expectUnavailable = ({ status, headers, body }: TargetResponse, declared: number): void => {
  expect(status).toBe(declared);
  if (declared === 503) expect(headers['retry-after']).toMatch(/^[0-9]+$/);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(body).not.toMatch(/127\.0\.0\.1|ECONN|dynamodb|s3|Exception|\.ts/i);
};

const operation = (
  name: string,
  send: () => Promise<TargetResponse>,
  declared: { readonly whileDown: number; readonly good: number },
): AskedOnce => ({
  name,
  ask: async (store) => {
    const answer = await send();
    if (store === 'works') return expect([answer.status, name]).toEqual([declared.good, name]);
    expectUnavailable(answer, declared.whileDown);
    if (!name.endsWith('/health'))
      expect(errorResponse.parse(JSON.parse(answer.body)).errors).toHaveLength(1);
  },
});

/** Returns every operation that needs a store, and the authoriser with a key that it has not cached. */
const operationsThatNeedStores = (unseenKey: string): readonly AskedOnce[] => {
  const post = { method: 'POST', path: `${base}/enquiries`, body: JSON.stringify(goodEnquiry) };
  const { locations, billManagement } = services;
  const bill = { whileDown: 503, good: 200 };
  return [
    ...billPaths.map((path) => operation(path, () => billManagement.send({ path: `${base}${path}` }), bill)),
    operation('/enquiries', () => billManagement.send(post), bill),
    ...v2Paths.map((path) => operation(path, () => locations.send({ path }), { whileDown: 500, good: 200 })),
    ...v3Paths.map((path) =>
      operation(path, () => locations.send({ path }), {
        whileDown: 503,
        good: path.includes('/export/') ? 302 : 200,
      }),
    ),
    {
      name: 'authoriser',
      ask: async (store) => {
        const authorised = services.authorise(unseenKey);
        if (store === 'works') return authorised;
        await expect(authorised).rejects.toThrow(StoreUnavailable);
      },
    },
  ];
};

const locations = fixtureNetwork.locations.map((line) => locationRecord.parse(line));
const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));

let operations: readonly AskedOnce[];

beforeEach(async () => {
  const { embedded, keys } = services;
  await storeFixtureBillers({ client: embedded.client, tableName: embedded.tables.billers });
  await storePublication(services.bucket, { locations, capabilities });
  const { token } = await keys.issue();
  operations = operationsThatNeedStores(token);
});

const maxMilliseconds = async (store: 'fails' | 'works'): Promise<number> =>
  Math.max(...(await Promise.all(operations.map(({ ask }) => awakeMilliseconds(() => ask(store))))));

const recoveryTime = (): Promise<number> => {
  const began = performance.now();
  const recovered = async ({ ask }: AskedOnce): Promise<void> => {
    for (;;) {
      const failure = await ask('works').then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (failure === undefined) return;
      if (performance.now() - began > 5_000) throw failure.error;
      await pause(20);
    }
  };
  return awakeMilliseconds(() => Promise.all(operations.map(recovered)));
};

/** Returns the shorter of two measurements, because the first calls in this process also wait for compilation. */
const fasterOfTwo = async (measure: () => Promise<number>): Promise<number> =>
  Math.min(await measure(), await measure());

/** One operation of the locations services is enough, because they share one load of the catalogue. */
const oneOfEachKind = () => {
  const first = operations.find(({ name }) => name.startsWith('/locations/v2'));
  return operations.filter(
    (each) => each === first || !each.name.startsWith('/locations') || each.name.includes('/export/'),
  );
};

const faulted = () => services.tablesProxy.faulted() + services.bucketProxy.faulted();
const received = () => services.tablesProxy.received() + services.bucketProxy.received();

const print = (text: string) => console.log(text);

describe('every operation that needs a store, in new instances', () => {
  const throttle = () => {
    services.tablesProxy.inject(throttling);
    services.bucketProxy.inject(slowDown);
  };

  it.each([
    ['G01', 'refuses connections', 1_000, () => services.refuse(), fasterOfTwo],
    ['G02', 'is silent', 3_000, () => services.hang(), (measure: () => Promise<number>) => measure()],
    ['G03', 'throttles', 1_000, throttle, fasterOfTwo],
  ])(
    '%s while the store %s, returns a valid error within %i ms, and recovers within a second',
    async (id, fault, limit, fail, measured) => {
      await fail();
      const down = await measured(() => maxMilliseconds('fails'));
      await services.recover();
      const back = await recoveryTime();
      print(
        `${id}: ${fault}, responded in ${down.toFixed(0)} ms at most, recovered in ${back.toFixed(0)} ms`,
      );
      expect(down).toBeLessThan(limit);
      expect(back).toBeLessThan(1_000);
    },
  );

  it('G05 returns a valid error after four attempts if the store returns 500', async () => {
    services.tablesProxy.inject(dynamoDbInternalError);
    services.bucketProxy.inject(s3InternalError);
    await maxMilliseconds('fails');
    const attempts = new Set<number>();
    for (const { name, ask } of oneOfEachKind()) {
      const before = received();
      await ask('fails');
      // The health check queries two tables concurrently.
      attempts.add((received() - before) / (name === '/health' ? 2 : 1));
    }
    print(`G05: attempts of a call that always gets 500: ${[...attempts].join(', ')}`);
    expect([...attempts]).toEqual([4]);
  });

  it('G04 succeeds within 1.5 seconds when the store throttles twice', async () => {
    let slowest = 0;
    for (const { name, ask } of oneOfEachKind()) {
      services.tablesProxy.inject(throttling, { times: 2 });
      services.bucketProxy.inject(slowDown, { times: 2 });
      const before = faulted();
      slowest = Math.max(slowest, await awakeMilliseconds(() => ask('works')));
      expect([name, faulted() - before]).toEqual([name, 2]);
      services.tablesProxy.pass();
      services.bucketProxy.pass();
    }
    print(`G04: throttled twice, succeeded in ${slowest.toFixed(0)} ms at most`);
    expect(slowest).toBeLessThan(1_500);
  });

  it('G06 succeeds within a second if each store call takes 150 to 250 ms', async () => {
    const slow = { kind: 'delay', milliseconds: 200, spread: 50 } as const;
    services.tablesProxy.inject(slow);
    services.bucketProxy.inject(slow);
    const first = await maxMilliseconds('works');
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) rounds.push(await maxMilliseconds('works'));
    // Uses the median, because a busy machine can slow down individual rounds.
    const median = rounds.toSorted((one, other) => one - other)[2] ?? Number.POSITIVE_INFINITY;
    print(`G06: slow, succeeded in ${first.toFixed(0)} ms at most, later in ${median.toFixed(0)} ms`);
    expect(first).toBeLessThan(1_000);
    expect(median).toBeLessThan(1_000);
  });
});
