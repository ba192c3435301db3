import type { PublishedCatalogue } from '../../domain/location/location-catalogue.ts';
import { logger } from '../../observability/logger.ts';
import { recordCatalogueAge } from '../../observability/metrics.ts';
import { environmentVariable } from '../environment.ts';
import { s3PlaceFromEnvironment } from '../objects/s3-place.ts';
import { signedBucket } from '../objects/signed-bucket.ts';
import { checkSecondsFromEnvironment } from './check-interval.ts';
import { type CatalogueView, publishedCatalogue, type ServedCatalogue } from './published-catalogue.ts';

/** A function serves one view. */
let served: Pick<ServedCatalogue<unknown>, 'version'> | undefined;

const bucketVariable = 'PUBLISHED_BUCKET';

const servedFromEnvironment = <Body>(view: CatalogueView<Body>): ServedCatalogue<Body> => {
  const catalogue = publishedCatalogue(view, {
    ...signedBucket(s3PlaceFromEnvironment(environmentVariable(bucketVariable))),
    checkSeconds: checkSecondsFromEnvironment(),
    now: Date.now,
    onFailure: (error) =>
      logger.error('the newest catalogue could not be read', { error, serving: catalogue.version() }),
    onAge: recordCatalogueAge,
  });
  served = catalogue;
  return catalogue;
};

/** A view of this deployment's bucket, which can be read before anybody asks for it. */
export interface DeployedCatalogue<Body> extends PublishedCatalogue<Body> {
  /**
   * Begins to read: a function that is being loaded has nothing to wait for then but the store, and its first request
   * finds the answer under way. Where that fails, or there is no bucket, the first request asks again and is told.
   */
  readAhead(): void;
}

/** A view of this deployment's bucket. Its first use throws MissingSetting where the deployment has none. */
export const catalogueFromEnvironment = <Body>(view: CatalogueView<Body>): DeployedCatalogue<Body> => {
  let catalogue: ServedCatalogue<Body> | undefined;
  const current = async () => {
    catalogue ??= servedFromEnvironment(view);
    return catalogue.current();
  };
  return {
    current,
    readAhead: () => {
      // A handler that is only imported is no function, and asks for nothing.
      if (process.env[bucketVariable] !== undefined) current().catch(() => undefined);
    },
  };
};

/** Version of the catalogue that this function answers from; undefined before it read the first. */
export const servedCatalogueVersion = (): string | undefined => served?.version();
