import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { awakeMilliseconds } from '../../support/awake-milliseconds.ts';
import {
  dynamoDbInternalError,
  s3InternalError,
  slowDown,
  throttling,
} from '../../support/faults/fault-proxy-fault.ts';
import { operationsThatNeedStores, type Services } from '../../support/faults/operations-behind-proxies.ts';
import { startServicesBehindProxies } from '../../support/faults/services-behind-proxies.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { storePublication } from '../../support/networks/stored-publication.ts';
import { storeFixtureBillers } from '../../support/tables/stored-billers.ts';

const locations = fixtureNetwork.locations.map((line) => locationRecord.parse(line));
const capabilities = fixtureNetwork.services.map((line) => capabilityRecord.parse(line));

let services: Services;
let operations: ReturnType<typeof operationsThatNeedStores>;

beforeEach(async () => {
  services = await startServicesBehindProxies();
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
afterEach(() => services.close());

/** The longest that an operation took, all of them asked at the same moment. */
const slowestOfAll = async (store: 'fails' | 'works'): Promise<number> =>
  Math.max(...(await Promise.all(operations.map(({ ask }) => awakeMilliseconds(() => ask(store))))));

/** Milliseconds until every operation was answered well, the last of them; each is asked until it is. */
const untilAllWork = (): Promise<number> => {
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

/** The first answers of this process are slower by what is compiled for them, which is not the store's doing. */
const quickestOfTwo = async (measure: () => Promise<number>): Promise<number> =>
  Math.min(await measure(), await measure());

/** The locations services share one load of their catalogue: one operation of them stands for all. */
const oneOfEachKind = () => {
  const first = operations.find(({ name }) => name.startsWith('/locations/v2'));
  return operations.filter(
    (each) => each === first || !each.name.startsWith('/locations') || each.name.includes('/export/'),
  );
};

const faulted = () => services.tablesProxy.faulted() + services.bucketProxy.faulted();
const received = () => services.tablesProxy.received() + services.bucketProxy.received();

const print = (text: string) => console.log(text);

describe('every operation that needs a store, in instances that never reached it', () => {
  it('G01 answers in shape within a second while it refuses connections, and well once it is back', async () => {
    await services.refuse();
    const down = await quickestOfTwo(() => slowestOfAll('fails'));
    await services.recover();
    const back = await untilAllWork();
    print(`G01: refused, answered in ${down.toFixed(0)} ms at most; back, in ${back.toFixed(0)} ms`);
    expect(down).toBeLessThan(1_000);
    expect(back).toBeLessThan(1_000);
  });

  it('G02 answers in shape within three seconds while it is silent, and well once it is back', async () => {
    await services.hang();
    const down = await slowestOfAll('fails');
    await services.recover();
    const back = await untilAllWork();
    print(`G02: silent, answered in ${down.toFixed(0)} ms at most; back, in ${back.toFixed(0)} ms`);
    expect(down).toBeLessThan(3_000);
    expect(back).toBeLessThan(1_000);
  });

  it('G03 answers in shape within a second while it throttles', async () => {
    services.tablesProxy.inject(throttling);
    services.bucketProxy.inject(slowDown);
    const slowest = await quickestOfTwo(() => slowestOfAll('fails'));
    print(`G03: throttled, answered in ${slowest.toFixed(0)} ms at most`);
    expect(slowest).toBeLessThan(1_000);
  });

  it('G05 answers in shape after four attempts of each call where it fails inside', async () => {
    services.tablesProxy.inject(dynamoDbInternalError);
    services.bucketProxy.inject(s3InternalError);
    await slowestOfAll('fails');
    const attempts = new Set<number>();
    for (const { name, ask } of oneOfEachKind()) {
      const before = received();
      await ask('fails');
      // Health asks two tables at a time.
      attempts.add((received() - before) / (name === '/health' ? 2 : 1));
    }
    print(`G05: attempts of a call that always fails inside: ${[...attempts].join(', ')}`);
    expect([...attempts]).toEqual([4]);
  });

  it('G04 answers well within a second and a half when it throttles twice', async () => {
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
    print(`G04: throttled twice, answered well in ${slowest.toFixed(0)} ms at most`);
    expect(slowest).toBeLessThan(1_500);
  });

  it('G06 answers well within a second where each call of it takes 200 ms, give or take 50', async () => {
    const slow = { kind: 'delay', milliseconds: 200, spread: 50 } as const;
    services.tablesProxy.inject(slow);
    services.bucketProxy.inject(slow);
    const first = await slowestOfAll('works');
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) rounds.push(await slowestOfAll('works'));
    // A machine that is held up lengthens a round, and not most of them.
    const later = rounds.toSorted((one, other) => one - other)[2] ?? Number.POSITIVE_INFINITY;
    print(`G06: slow, answered well in ${first.toFixed(0)} ms at most, and later in ${later.toFixed(0)} ms`);
    expect(first).toBeLessThan(1_000);
    expect(later).toBeLessThan(1_000);
  });
});
