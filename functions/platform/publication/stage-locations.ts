import { locationDigests } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import type { TakeLocations } from '../../../shared/data-access/publishing/staging/network-tables.ts';
import type { StagedNetwork } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { facetsOf } from '../../../shared/domain/location/catalogue/location-attributes.ts';
import { catalogueLines } from '../../../shared/wire/catalogue-lines.ts';
import { workCentresStaged } from '../../../shared/wire/locations-v3/export/staged-work-centre.ts';

/**
 * Stages locations as they are read, each with all that the files need of it, so that none is rendered or read twice.
 */
export const stageLocations =
  (staged: StagedNetwork): TakeLocations =>
  (capabilities) => {
    const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
    const digestOf = locationDigests(capabilities);
    const stage = workCentresStaged((code) => byCode.get(code));
    return (location) => {
      staged.addLocation(
        {
          code: location.locationCode,
          digest: digestOf(location, JSON.stringify(location)),
          coordinates: location.coordinates,
        },
        {
          facets: JSON.stringify(facetsOf(location)),
          pointLine: catalogueLines.points.line(location),
          ...stage(location),
        },
      );
    };
  };
