import { pointsView } from '../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/views/published-work-centres.ts';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { dynamoDbApiKeyRegister } from '../../../shared/data-access/access/dynamodb-api-key-register.ts';
import { rememberedApiKeyRegister } from '../../../shared/data-access/access/remembered-api-key-register.ts';
import { documentClient } from '../../../shared/data-access/dynamodb-client.ts';
import { signedBucket } from '../../../shared/data-access/objects/signed-bucket.ts';
import { linksInto } from '../../../shared/data-access/objects/signed-link.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import { publishedExport } from '../../../shared/data-access/publishing/reading/published-export.ts';
import { eventOf } from '../gateway/authoriser-under-test.ts';
import { keyOperator } from '../key-operator.ts';
import { startLocalBucket } from '../local-bucket.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { billManagementHandlers } from '../targets/bill-management-handlers.ts';
import { locationsHandlers } from '../targets/locations-handlers.ts';
import { startFaultProxy } from './fault-proxy.ts';

const checkSeconds = 30;

/**
 * Starts one instance of every function of the three services and of the authoriser, on a controllable clock. Functions
 * reach their stores through proxies, tests directly.
 */
export const startServicesBehindProxies = async () => {
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
  const place = bucket.placeAt(bucketProxy.endpoint);
  const tableOf = (role: keyof typeof embedded.tables) => ({
    client: documents,
    tableName: embedded.tables[role],
  });

  const clock = { milliseconds: Date.now() };
  const now = () => clock.milliseconds;
  const told = {
    workCentresAge: (): void => {},
    pointsFailure: (): void => {},
    workCentresFailure: (): void => {},
    exportFailure: (): void => {},
  };
  const published = { ...signedBucket(place), linkTo: linksInto(place), checkSeconds, now };
  const register = rememberedApiKeyRegister(dynamoDbApiKeyRegister(tableOf('apiKeys')), { now });
  const authorise = authoriseApiKey(register, () => new Date(now()));

  return {
    locations: locationsHandlers({
      points: publishedCatalogue(pointsView, {
        ...published,
        onFailure: () => told.pointsFailure(),
      }),
      workCentres: publishedCatalogue(workCentresView, {
        ...published,
        onAge: () => told.workCentresAge(),
        onFailure: () => told.workCentresFailure(),
      }),
      link: publishedExport({ ...published, onFailure: () => told.exportFailure() }),
    }),
    billManagement: billManagementHandlers({ billers: tableOf('billers'), enquiries: tableOf('enquiries') }),
    authorise: (key: string) => authorise(eventOf(key)),
    /** Operator of keys, which bypasses the proxies. */
    keys: keyOperator(embedded),
    bucket,
    /** Published files, behind their proxy. */
    published: { ...signedBucket(place), linkTo: linksInto(place) },
    /** Tables, without the proxies. */
    embedded,
    tablesProxy,
    bucketProxy,
    pass: (seconds: number) => {
      clock.milliseconds += seconds * 1_000;
    },
    /** Resolves after the next check for newer work centres, whatever its result. */
    nextLook: () =>
      new Promise<void>((resolve) => {
        told.workCentresAge = resolve;
      }),
    /** Resolves after the next checks for points, work centres and an export, all of which fail. */
    nextFailedLooks: () =>
      Promise.all(
        (['pointsFailure', 'workCentresFailure', 'exportFailure'] as const).map(
          (look) =>
            new Promise<void>((resolve) => {
              told[look] = resolve;
            }),
        ),
      ),
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
