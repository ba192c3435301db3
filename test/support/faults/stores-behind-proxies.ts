import { documentClient } from '../../../shared/data-access/clients.ts';
import { objectReader } from '../../../shared/data-access/objects/object-reader.ts';
import { startLocalBucket } from '../local-bucket.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** Starts empty tables and an empty bucket, each behind a proxy that tests control. */
export const startStoresBehindProxies = async () => {
  const embedded = await startEmbeddedTables();
  const bucket = await startLocalBucket();
  const proxies = [
    await startFaultProxy(embedded.engine.endpoint),
    await startFaultProxy(bucket.endpoint),
  ] as const;
  const [tablesProxy, bucketProxy] = proxies;
  const documents = documentClient({
    endpoint: tablesProxy.endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  return {
    /** Bucket, without its proxy. */
    bucket,
    /** Published files, behind their proxy. */
    published: objectReader(bucket.placeAt(bucketProxy.endpoint)),
    /** Tables, without their proxy. */
    embedded,
    /** Table behind its proxy. */
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
