import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { awakeMilliseconds } from '../../support/awake-milliseconds.ts';
import {
  dynamoDbInternalError,
  s3InternalError,
  slowDown,
  throttling,
} from '../../support/faults/fault-proxy-fault.ts';
import { operationsThatNeedStores } from '../../support/faults/operations-behind-proxies.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';
import { perTest } from '../../support/per-test.ts';
import { storeFixtureBillers } from '../../support/tables/stored-billers.ts';

const locations = fixtureNetwork.locations.map((line) => locationRecord.parse(line));
const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));

const services = perTest(startServicesBehindProxies);
let operations: ReturnType<typeof operationsThatNeedStores>;

beforeEach(async () => {
  const { embedded, keys } = services;
  await storeFixtureBillers({ client: embedded.client, tableName: embedded.tables.billers });
  await storePublication(services.bucket, { locations, capabilities });
  const { token } = await keys.issue({
    client: 'Southern Shop',
    scopes: ['locations-v2'],
    plan: 'partner',
    environment: 'live',
  });
  operations = operationsThatNeedStores(services, token);
});

const maxMilliseconds = async (store: 'fails' | 'works'): Promise<number> =>
  Math.max(...(await Promise.all(operations.map(({ ask }) => awakeMilliseconds(() => ask(store))))));

const recoveryTime = (): Promise<number> => {
  const began = performance.now();
  const recovered = async ({ ask }: (typeof operations)[number]): Promise<void> => {
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
