import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { WorkCentreLifecycle } from '../../../shared/wire/work-centre.ts';
import { successorOf } from './ids.ts';

/**
 * Creates a function that returns when a location opens and closes, and which location of the catalogue takes over;
 * undefined if there is none of these. Test records have no catalogue.
 */
export const lifecycleIn =
  (catalogue: LocationCatalogue | undefined) =>
  ({ locationCode, opensOn, closesOn }: Location): WorkCentreLifecycle | undefined => {
    const successor = catalogue && successorOf(catalogue, locationCode)?.locationCode;
    const lifecycle = {
      ...(opensOn !== undefined && { opens_on: opensOn }),
      ...(closesOn !== undefined && { closes_on: closesOn }),
      ...(successor !== undefined && { successor }),
    };
    return Object.keys(lifecycle).length > 0 ? lifecycle : undefined;
  };
