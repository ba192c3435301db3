import type { PublishedCatalogue } from '../../../domain/location/catalogue/location-catalogue.ts';
import { logger } from '../../../observability/logger.ts';
import { recordCatalogueAge } from '../../../observability/metrics.ts';
import { objectReader } from '../../objects/object-reader.ts';
import { s3LocationFromEnvironment } from '../../objects/s3-location.ts';
import { environmentVariable } from '../../settings.ts';
import { checkSecondsFromEnvironment } from './check-interval.ts';
import { type CatalogueView, publishedCatalogue, type ServedCatalogue } from './published-catalogue.ts';

/** Catalogue of this function, which serves one view. */
let served: Pick<ServedCatalogue<unknown>, 'version'> | undefined;

const servedFromEnvironment = <Body>(view: CatalogueView<Body>): ServedCatalogue<Body> => {
  const catalogue = publishedCatalogue(view, {
    ...objectReader(s3LocationFromEnvironment(environmentVariable('PUBLISHED_BUCKET'))),
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
 * Opens a view of this deployment's bucket on first use, so that importing a handler reads no setting. The first use
 * throws MissingSetting if the deployment publishes none.
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

/** Returns the version of the catalogue that this function serves; undefined before the first is read. */
export const servedCatalogueVersion = (): string | undefined => served?.version();
