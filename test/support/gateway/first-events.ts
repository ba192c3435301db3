import { expect } from 'vitest';
import { routes } from '../../../infra/routes/routes.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { fixtureBillers } from '../fixture/fixture-billers.ts';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import { keyOperator } from '../key-operator.ts';
import { type LocalBucket, startLocalBucket } from '../local-bucket.ts';
import { largeNetwork } from '../networks/large-network.ts';
import { storePublication } from '../networks/stored-publication.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../tables/embedded-tables.ts';
import { storeFixtureBillers } from '../tables/stored-billers.ts';
import { eventOf } from './authoriser-under-test.ts';
import { eventOfRoute, type PathParameters } from './event-of-route.ts';
import { gatewayEventOf } from './gateway-event-of.ts';

/** Statuses of requests without an operation, by handler. */
const refusals = { 'functions/platform/refuse-method.ts': 405, 'functions/platform/refuse-path.ts': 404 };

/** Statuses of operations other than 200. */
const statuses: Readonly<Record<string, number>> = { exportWorkCentres: 302, submitEnquiry: 201 };

/** Environment of functions on these stores. */
const environmentOf = ({ engine, tables }: EmbeddedTables, store: LocalBucket) => ({
  AWS_REGION: 'ap-southeast-2',
  AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  AWS_ENDPOINT_URL_S3: store.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  PUBLISHED_BUCKET: store.bucket,
  CATALOGUE_CHECK_SECONDS: '30',
  BILLERS_TABLE: tables.billers,
  ENQUIRIES_TABLE: tables.enquiries,
  ENQUIRY_RETENTION_DAYS: '365',
  API_KEYS_TABLE: tables.apiKeys,
  API_KEY_USE_TABLE: tables.apiKeyUse,
  RATE_OF_PLAN: '{"partner":50}',
  ALLOWED_METHODS: '{"/":["GET","OPTIONS"]}',
});

/**
 * Starts stores with a little data of each kind, and returns the environment of functions, and for each function that
 * answers clients a valid first event with its expected status or result.
 */
export const startFirstEvents = async () => {
  const [database, store] = await Promise.all([startEmbeddedTables(), startLocalBucket()]);
  const { client, tables } = database;
  const locations = largeNetwork(3);
  const capabilities = fixtureNetwork.services.map((service) => capabilityRecord.parse(service));
  await storePublication(store, { locations, capabilities });
  await storeFixtureBillers({ client, tableName: tables.billers });
  const key = await keyOperator({ client, tables }).issue({
    client: 'Southern Shop',
    scopes: ['locations-v2'],
    plan: 'partner',
    environment: 'live',
  });

  const [location] = locations;
  const parameters: PathParameters = {
    postcode: location?.addresses[0].postcode,
    work_centre_id: location?.workCentreId,
    delivery_point_id: location?.deliveryPointId,
    location_code: location?.locationCode,
    points_type: location?.type,
    longitude: location?.coordinates.lon,
    latitude: location?.coordinates.lat,
    service_codes: capabilities[0]?.serviceCode,
    code: fixtureBillers[0]?.code,
    id: location?.locationCode,
  };
  return {
    environment: environmentOf(database, store),
    events: [
      ...routes.map((route) => ({
        handler: route.handler,
        event: eventOfRoute(route, parameters),
        answers: statuses[route.operationId] ?? 200,
      })),
      ...Object.entries(refusals).map(([handler, answers]) => ({
        handler,
        event: gatewayEventOf({ path: '/' }, '/', {}),
        answers,
      })),
      {
        handler: 'functions/platform/authorise-api-key.ts',
        event: eventOf(key.token),
        answers: expect.objectContaining({ principalId: 'Southern Shop' }),
      },
    ],
    close: () => Promise.all([database.close(), store.close()]),
  };
};
