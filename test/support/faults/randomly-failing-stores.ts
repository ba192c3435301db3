import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { storeFixtureBillers } from '../fixture/fixture-billers.ts';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import type { OpenLoop, OpenLoopResult } from '../load/open-loop.ts';
import { storePublication } from '../networks/stored-publication.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { dynamoDbInternalError, type Fault, s3InternalError, slowDown, throttling } from './fault-proxy.ts';
import { startServicesBehindProxies } from './services-behind-proxies.ts';

type Outcome = Pick<OpenLoopResult, 'requests' | 'failed'>;
type Run<T extends Outcome> = (send: OpenLoop['send']) => Promise<T>;
type Services = Awaited<ReturnType<typeof startServicesBehindProxies>>;

/** Makes 30% of calls fail: 10% each with a lost connection, an internal failure and throttling. */
const failAtRandom = (proxy: FaultProxy, ofTheStore: readonly [Fault, Fault]) => {
  const faults = [{ kind: 'reset' } as const, ...ofTheStore];
  for (const [index, fault] of faults.entries()) proxy.inject(fault, { chance: 0.1 / (1 - index / 10) });
};

/** Reads that make one store call each. None has a fallback, except the authoriser's cached key. */
const singleReads = async ({ billManagement, keys, authorise, published }: Services) => {
  const { token } = await keys.issue();
  const listBillers = (path: string) => async () =>
    (await billManagement.send({ path: `/bill-management-api/v1/biller-metadata${path}` })).status === 200;
  return [
    ...['', '/0101', '/bill-types', '?billerCode=0101'].map(listBillers),
    () => authorise(token),
    () => publishedExport({ ...published, checkSeconds: 30, now: Date.now }).newest('json'),
  ];
};

/** Loads the catalogue in a new instance. */
const firstLoads = ({ published }: Services) => [
  () => publishedCatalogue({ ...published, checkSeconds: 30, now: Date.now }).current(),
];

/** Reads while 30% of store calls fail. */
export const readWhileStoresFail = async <T extends Outcome>(
  run: Run<T>,
  kind: 'single reads' | 'first loads' = 'single reads',
) => {
  const services = await startServicesBehindProxies();
  const { embedded, bucket, tablesProxy, bucketProxy } = services;
  await storeFixtureBillers({ client: embedded.client, tableName: embedded.tables.billers });
  const locations = fixtureNetwork.locations.slice(0, 200).map((line) => locationRecord.parse(line));
  await storePublication(bucket, { locations });
  const reads: readonly (() => Promise<unknown>)[] =
    kind === 'single reads' ? await singleReads(services) : firstLoads(services);
  const sum = (count: (proxy: FaultProxy) => number) => count(tablesProxy) + count(bucketProxy);
  const before = sum((proxy) => proxy.received());
  failAtRandom(tablesProxy, [dynamoDbInternalError, throttling]);
  failAtRandom(bucketProxy, [s3InternalError, slowDown]);
  try {
    const outcome = await run(async (index) => (await reads[index % reads.length]?.()) !== false);
    return {
      outcome,
      /** Number of store calls, including retries, and number of failed calls. */
      storeCalls: sum((proxy) => proxy.received()) - before,
      failedCalls: sum((proxy) => proxy.faulted()),
    };
  } finally {
    await services.close();
  }
};

export const describeRandomFailures = ({
  outcome: { requests, failed },
  storeCalls,
  failedCalls,
}: Awaited<ReturnType<typeof readWhileStoresFail>>): string =>
  `${requests} reads, ${((100 * (requests - failed)) / requests).toFixed(2)} % successful; ` +
  `${(storeCalls / requests).toFixed(3)} store calls per read, ${((100 * failedCalls) / storeCalls).toFixed(1)} % of them failed`;
