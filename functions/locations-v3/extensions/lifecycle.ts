import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { WorkCentreLifecycle } from '../../../shared/wire/work-centre.ts';
import type { SelectedFields } from '../fields.ts';
import { successorOf } from './ids.ts';

/**
 * Creates a function that returns when a location opens and closes, and which location in the catalogue replaces it;
 * undefined if none of these is known. `catalogue` is undefined for test records. Throws MissingCatalogueData if
 * `fields` includes the lifecycle and the catalogue has no former codes.
 */
export const lifecycleIn = (
  catalogue: LocationCatalogue | undefined,
  { fields }: { readonly fields?: SelectedFields | undefined },
) => {
  // Reads the former codes before the response begins. Otherwise a catalogue without them could not result in a 503.
  if (catalogue && fields?.extras.has('lifecycle')) successorOf(catalogue, '');
  return ({ locationCode, opensOn, closesOn }: Location): WorkCentreLifecycle | undefined => {
    const successor = catalogue && successorOf(catalogue, locationCode)?.locationCode;
    const lifecycle = {
      ...(opensOn !== undefined && { opens_on: opensOn }),
      ...(closesOn !== undefined && { closes_on: closesOn }),
      ...(successor !== undefined && { successor }),
    };
    return Object.keys(lifecycle).length > 0 ? lifecycle : undefined;
  };
};
