import type { Capability } from '../../../domain/capability/capability.ts';
import { type Location, servicesInOrder } from '../../../domain/location/location.ts';
import { toBareWorkCentre } from '../bare-work-centre.ts';
import { serviceHours } from '../hours-view.ts';
import { lineOfParts, workCentreParts } from '../work-centre-line.ts';
import { csvRow } from './csv-row.ts';
import { flatWorkCentre } from './flat-work-centre.ts';
import { geojsonFeature } from './geojson-feature.ts';
import type { StagedWorkCentre } from './shown-work-centre.ts';
import { usualOpening } from './usual-opening.ts';

/**
 * Creates a function for the texts of a location in the export files; `capabilityOf` finds the capability of a service.
 * The function throws if hours are unreadable.
 */
export const workCentresStaged =
  (capabilityOf: (serviceCode: number) => Capability | undefined) =>
  (location: Location): StagedWorkCentre => {
    const bare = toBareWorkCentre(location);
    const parts = workCentreParts(location, bare);
    const hoursOf = serviceHours(location, new Date());
    const offered = servicesInOrder(location).flatMap((service) => {
      const capability = capabilityOf(service.code);
      return capability ? [{ attributes: hoursOf(service, capability) }] : [];
    });
    const flat = flatWorkCentre(bare, {
      capabilityIds: parts.services.flatMap((code) => capabilityOf(code)?.capabilityId ?? []),
      opening: usualOpening(offered),
    });
    return {
      workCentreLine: lineOfParts(parts),
      csvRow: csvRow(location, flat),
      feature: geojsonFeature(location, flat),
    };
  };
