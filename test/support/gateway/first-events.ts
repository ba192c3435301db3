import { expect } from 'vitest';
import { routes } from '../../../infra/routes/routes.ts';
import { toScopeText } from '../../../shared/domain/access/scope-text.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { capabilityRecord } from '../../../shared/domain/capability/capability-record.ts';
import { fixtureBillers } from '../fixture/fixture-billers.ts';
import { fixtureNetwork } from '../fixture/fixture-network.ts';
import { keyOperator } from '../key-operator.ts';
import { startLocalBucket } from '../local-bucket.ts';
import { largeNetwork } from '../networks/large-network.ts';
import { storePublication } from '../networks/stored-publication.ts';
import { sampleEnquiry } from '../sample-enquiry.ts';
import { startEmbeddedTables } from '../tables/embedded-tables.ts';
import { storeFixtureBillers } from '../tables/stored-billers.ts';
import { eventOf } from './authoriser-under-test.ts';
import { gatewayEventOf } from './gateway-event-of.ts';

/** Statuses of requests without an operation, by handler. */
const refusals = { 'functions/platform/refuse-method.ts': 405, 'functions/platform/refuse-path.ts': 404 };

/** Statuses of operations other than 200. */
const statuses: Readonly<Record<string, number>> = { exportWorkCentres: 302, submitEnquiry: 201 };

const enquiryText = () => {
  const { firstname, lastname, email, enquiryDetails, enquiryType, biller, billId } = sampleEnquiry('1');
  return JSON.stringify({ firstname, lastname, email, enquiryDetails, enquiryType, biller, billId });
};

/** Most frequent query of operations. */
const queries: Readonly<Record<string, string>> = {
  getPointsByTypeUsingGET: '?state=NSW',
  getGeoLocationsUsingGET: '?radius=10&services=1,2&types=PO,UPL&limit=3',
  getWorkCentres: '?lat=-33.84&lon=151.2&radius=5&size=3',
};

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
  const parameters: Readonly<Record<string, string | number | undefined>> = {
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
  const eventOfRoute = ({ operationId, method, path: resource }: (typeof routes)[number]) => {
    const names = [...resource.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, String(parameters[name])]));
    const path = resource.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const body = method === 'POST' ? enquiryText() : undefined;
    const headers: Record<string, string> =
      body === undefined ? { 'accept-encoding': 'gzip' } : { 'content-type': 'application/json' };
    return gatewayEventOf(
      { method, path: path + (queries[operationId] ?? ''), headers, ...(body !== undefined && { body }) },
      resource,
      values,
      { ratePerSecond: '5', scopes: toScopeText(services) },
    );
  };

  return {
    environment: {
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: database.engine.endpoint,
      PUBLISHED_BUCKET: store.bucket,
      CATALOGUE_CHECK_SECONDS: '30',
      BILLERS_TABLE: tables.billers,
      ENQUIRIES_TABLE: tables.enquiries,
      ENQUIRY_RETENTION_DAYS: '365',
      API_KEYS_TABLE: tables.apiKeys,
      API_KEY_USE_TABLE: tables.apiKeyUse,
      RATE_OF_PLAN: '{"partner":50}',
      ALLOWED_METHODS: '{"/":["GET","OPTIONS"]}',
    },
    events: [
      ...routes.map((route) => ({
        handler: route.handler,
        event: eventOfRoute(route),
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
