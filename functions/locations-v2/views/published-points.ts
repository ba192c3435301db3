import { catalogueFromEnvironment } from '../../../shared/data-access/publishing/reading/catalogue-of-deployment.ts';
import type { CatalogueView } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/location-catalogue.ts';
import { pointLine } from '../../../shared/wire/locations-v2/point-text.ts';

/** View of the network for version 2: keeps of each location the line that its point is made from. */
export const pointsView: CatalogueView<string> = {
  name: 'points',
  line: pointLine,
  readLine: (line) => line,
};

const served = catalogueFromEnvironment(pointsView);

/** Returns the published points of this deployment. Their first use throws MissingSetting if it publishes none. */
export const publishedPoints = (): PublishedCatalogue<string> => served;
