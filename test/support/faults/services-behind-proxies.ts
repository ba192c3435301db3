import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import { objectReader } from '../../../shared/data-access/objects/object-reader.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/published-export.ts';
import { eventOf } from '../gateway/authoriser-under-test.ts';
import { keyOperator } from '../key-operator.ts';
import { startLocalBucket } from '../local-bucket.ts';
import { documentClientAt, startEmbeddedTables } from '../tables/embedded-tables.ts';
import { billManagementHandlers } from '../targets/bill-management-handlers.ts';
import { locationsHandlers } from '../targets/locations-handlers.ts';
import { startFaultProxy } from './fault-proxy.ts';

const checkSeconds = 30;

const looksForNewer = () => {
  const told = {
    catalogueAge: (): void => {},
    catalogueFailure: (): void => {},
    exportFailure: (): void => {},
  };
  const next = (look: keyof typeof told) =>
    new Promise<void>((resolve) => {
      told[look] = resolve;
    });
  return {
    catalogue: { onAge: () => told.catalogueAge(), onFailure: () => told.catalogueFailure() },
    link: { onFailure: () => told.exportFailure() },
    waits: {
      /** Resolves after the next check for a newer catalogue, whatever its result. */
      nextLook: () => next('catalogueAge'),
      /** Resolves after the next checks for a catalogue and for an export have both failed. */
      nextFailedLooks: () => Promise.all([next('catalogueFailure'), next('exportFailure')]),
    },
  };
};

/** Starts every function and the authoriser, with a clock that tests control and stores behind proxies. */
export const startServicesBehindProxies = async () => {
  const stores = await startStoresBehindProxies();
  const { tableOf, embedded } = stores;
  const clock = { milliseconds: Date.now() };
  const now = () => clock.milliseconds;
  const looks = looksForNewer();
  const published = { ...stores.published, checkSeconds, now };
  const register = cachedKeys(keyLookup(tableOf('apiKeys')), { now });
  const authorise = authoriseApiKey(register, { now: () => new Date(now()) });

  return {
    ...stores,
    ...looks.waits,
    locations: locationsHandlers({
      catalogue: publishedCatalogue({ ...published, ...looks.catalogue }),
      link: publishedExport({ ...published, ...looks.link }),
    }),
    billManagement: billManagementHandlers(
      { billers: tableOf('billers'), enquiries: tableOf('enquiries') },
      {},
      unkept,
    ),
    authorise: (key: string) => authorise(eventOf(key)),
    keys: keyOperator(embedded),
    pass: (seconds: number) => {
      clock.milliseconds += seconds * 1_000;
    },
  };
};

/** A clock that advances by a minute per call, so that nothing is served from a cache. */
const unkept = (() => {
  let milliseconds = 0;
  return () => {
    milliseconds += 60_000;
    return milliseconds;
  };
})();

const startStoresBehindProxies = async () => {
  const embedded = await startEmbeddedTables();
  const bucket = await startLocalBucket();
  const proxies = [
    await startFaultProxy(embedded.engine.endpoint),
    await startFaultProxy(bucket.endpoint),
  ] as const;
  const [tablesProxy, bucketProxy] = proxies;
  const documents = documentClientAt(tablesProxy.endpoint);

  return {
    bucket,
    /** Access to published files through the proxy. */
    published: objectReader(bucket.placeAt(bucketProxy.endpoint)),
    embedded,
    tableOf: (role: keyof typeof embedded.tables) => ({
      client: documents,
      tableName: embedded.tables[role],
    }),
    tablesProxy,
    bucketProxy,
    refuse: () => Promise.all(proxies.map((proxy) => proxy.refuse())),
    hang: async () => {
      for (const proxy of proxies) proxy.inject({ kind: 'hang' });
    },
    recover: async () => {
      for (const proxy of proxies) {
        proxy.pass();
        await proxy.accept();
      }
    },
    close: async () => {
      documents.destroy();
      for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
      await bucket.close();
      await embedded.close();
    },
  };
};
