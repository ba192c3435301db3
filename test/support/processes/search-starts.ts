import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { gatewayEventOf } from '../gateway/gateway-event-of.ts';
import type { LocalBucket } from '../local-bucket.ts';
import { storePublication } from '../networks/stored-publication.ts';
import { bundlePlainly, type ColdStartSubject } from './cold-start.ts';

const search = 'functions/locations-v2/find-points-near.ts';
const jsonSearch = fileURLToPath(
  new URL('../../benchmark/cold-start/json-search-function.ts', import.meta.url),
);

const resource = '/locations/v2/points/geo/{longitude}/{latitude}';
const event = gatewayEventOf({ path: '/locations/v2/points/geo/144.963/-37.814' }, resource, {
  longitude: '144.963',
  latitude: '-37.814',
});

export type PublishingStore = Pick<LocalBucket, 'endpoint' | 'credentials' | 'client' | 'bucket' | 'put'>;

/** Publishes locations, and returns the two functions that search them, bundled into the directory. */
export const searchStarts = async (
  store: PublishingStore,
  locations: readonly Location[],
  directory: string,
): Promise<Readonly<Record<'ours' | 'json', ColdStartSubject>>> => {
  const jsonKey = 'locations.json.gz';
  await storePublication(store, { locations });
  await store.put(jsonKey, gzipSync(JSON.stringify(locations)));
  bundleFunctions([search], directory);
  const environment = {
    AWS_ENDPOINT_URL_S3: store.endpoint,
    AWS_REGION: 'ap-southeast-2',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    PUBLISHED_BUCKET: store.bucket,
    JSON_KEY: jsonKey,
    CATALOGUE_CHECK_SECONDS: '30',
  };
  return {
    ours: { file: join(directory, 'locations-v2/find-points-near/index.cjs'), event, environment },
    json: { file: await bundlePlainly(jsonSearch, directory, 'json-search'), event, environment },
  };
};
