import type { PublishedCatalogue } from '../../../domain/location/catalogue/location-catalogue.ts';
import { logger } from '../../../observability/logger.ts';
import { recordCatalogueAge } from '../../../observability/metrics.ts';
import { environmentVariable } from '../../environment.ts';
import { s3PlaceFromEnvironment } from '../../objects/s3-place.ts';
import { signedBucket } from '../../objects/signed-bucket.ts';
import { checkSecondsFromEnvironment } from './check-interval.ts';
import { type CatalogueView, publishedCatalogue, type ServedCatalogue } from './published-catalogue.ts';

/** A function serves one view. */
let served: Pick<ServedCatalogue<unknown>, 'version'> | undefined;

const servedFromEnvironment = <Body>(view: CatalogueView<Body>): ServedCatalogue<Body> => {
  const catalogue = publishedCatalogue(view, {
    ...signedBucket(s3PlaceFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
    checkSeconds: checkSecondsFromEnvironment(),
    now: Date.now,
    onFailure: (error) =>
      logger.error('the newest catalogue could not be read', { error, serving: catalogue.version() }),
    onAge: recordCatalogueAge,
  });
  served = catalogue;
  return catalogue;
};

/**
 * A view of this deployment's bucket, made by the first request, so that importing a handler asks for nothing. That
 * throws MissingSetting where the deployment has none.
 */
export const catalogueFromEnvironment = <Body>(view: CatalogueView<Body>): PublishedCatalogue<Body> => {
  let catalogue: ServedCatalogue<Body> | undefined;
  return {
    async current() {
      catalogue ??= servedFromEnvironment(view);
      return catalogue.current();
    },
  };
};

/** Version of the catalogue that this function answers from; undefined before it read the first. */
export const servedCatalogueVersion = (): string | undefined => served?.version();
