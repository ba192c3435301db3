import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import type { OpenLoop, OpenLoopResult } from '../load/open-loop.ts';
import { storePublication } from '../networks/stored-publication.ts';
import { storeFixtureBillers } from '../tables/stored-billers.ts';
import type { FaultProxy } from './fault-proxy.ts';
import {
  dynamoDbInternalError,
  type Fault,
  s3InternalError,
  slowDown,
  throttling,
} from './fault-proxy-fault.ts';
import { startServicesBehindProxies } from './services-behind-proxies.ts';

type Outcome = Pick<OpenLoopResult, 'requests' | 'failed'>;
type Run<T extends Outcome> = (send: OpenLoop['send']) => Promise<T>;

/** Makes 30% of calls fail: 10% each with a lost connection, an internal failure and throttling. */
const failAtRandom = (proxy: FaultProxy, ofTheStore: readonly Fault[]) => {
  const [first, second, third] = [{ kind: 'reset' } as const, ...ofTheStore];
  for (const [fault, chance] of [
    [first, 0.1],
    [second, 0.1 / 0.9],
    [third, 0.1 / 0.8],
  ] as const) {
    if (fault) proxy.inject(fault, { chance });
  }
};

const start = async () => {
  const services = await startServicesBehindProxies();
  const { embedded, bucket, keys } = services;
  await storeFixtureBillers({ client: embedded.client, tableName: embedded.tables.billers });
  const locations = fixtureNetwork.locations.slice(0, 200).map((line) => locationRecord.parse(line));
  await storePublication(bucket, { locations });
  const { token } = await keys.issue();
  const isAnswered = async (path: string) =>
    (await services.billManagement.send({ path: `/bill-management-api/v1/biller-metadata${path}` }))
      .status === 200;
  const newInstance = () => publishedExport({ ...services.published, checkSeconds: 30, now: Date.now });
  return {
    services,
    /** Reads that make one store call each. None has a fallback, except the authoriser's cached key. */
    reads: [
      () => isAnswered(''),
      () => isAnswered('/0101'),
      () => isAnswered('/bill-types'),
      () => isAnswered('?billerCode=0101'),
      () => services.authorise(token).then(() => true),
      () =>
        newInstance()
          .newest('json')
          .then(() => true),
    ],
  };
};

export const readWhileStoresFail = async <T extends Outcome>(run: Run<T>) => {
  const { services, reads } = await start();
  const { tablesProxy, bucketProxy } = services;
  const proxies = [tablesProxy, bucketProxy];
  const sum = (count: (proxy: FaultProxy) => number) => count(tablesProxy) + count(bucketProxy);
  const before = sum((proxy) => proxy.received());
  failAtRandom(tablesProxy, [dynamoDbInternalError, throttling]);
  failAtRandom(bucketProxy, [s3InternalError, slowDown]);
  try {
    const outcome = await run(async (index) => (await reads[index % reads.length]?.()) ?? false);
    return {
      outcome,
      /** Number of store calls, including retries, and number of failed calls. */
      storeCalls: sum((proxy) => proxy.received()) - before,
      failedCalls: sum((proxy) => proxy.faulted()),
    };
  } finally {
    for (const proxy of proxies) proxy.pass();
    await services.close();
  }
};

/** Loads the catalogue in new instances while 30% of reads from the bucket fail. */
export const firstLoadsWhileStoresFail = async <T extends Outcome>(run: Run<T>): Promise<T> => {
  const { services } = await start();
  failAtRandom(services.bucketProxy, [s3InternalError, slowDown]);
  try {
    return await run(async () => {
      await publishedCatalogue({
        ...services.published,
        checkSeconds: 30,
        now: Date.now,
      }).current();
      return true;
    });
  } finally {
    services.bucketProxy.pass();
    await services.close();
  }
};

export const describeRandomFailures = ({
  outcome: { requests, failed },
  storeCalls,
  failedCalls,
}: {
  readonly outcome: Outcome;
  readonly storeCalls: number;
  readonly failedCalls: number;
}): string =>
  `${requests} reads, ${((100 * (requests - failed)) / requests).toFixed(2)} % successful; ` +
  `${(storeCalls / requests).toFixed(3)} store calls per read, ${((100 * failedCalls) / storeCalls).toFixed(1)} % of them failed`;
