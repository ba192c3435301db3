import { catalogueFromEnvironment } from '../../../shared/data-access/publishing/reading/catalogue-of-deployment.ts';
import type { CatalogueView } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/location-catalogue.ts';

/** View of the network for version 2: keeps of each location the line that its point is made from. */
export const pointsView: CatalogueView<string> = { name: 'points', readLine: (line) => line };

const served = catalogueFromEnvironment(pointsView);

/** Returns the published points of this deployment. Their first use throws MissingSetting if it publishes none. */
export const publishedPoints = (): PublishedCatalogue<string> => served;
