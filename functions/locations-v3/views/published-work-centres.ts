import { catalogueFromEnvironment } from '../../../shared/data-access/publishing/reading/catalogue-of-deployment.ts';
import type { CatalogueView } from '../../../shared/data-access/publishing/reading/published-catalogue.ts';
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/location-catalogue.ts';
import {
  readWorkCentreLine,
  type WorkCentreParts,
} from '../../../shared/wire/locations-v3/work-centre-line.ts';

/** View of the network for version 3: keeps of each location the parts of its work centre. */
export const workCentresView: CatalogueView<WorkCentreParts> = {
  name: 'workCentres',
  readLine: readWorkCentreLine,
};

const served = catalogueFromEnvironment(workCentresView);

/**
 * Returns the published work centres of this deployment. Their first use throws MissingSetting if it publishes none.
 */
export const publishedWorkCentres = (): PublishedCatalogue<WorkCentreParts> => served;
