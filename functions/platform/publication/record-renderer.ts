import type { LocationRecord } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { type RenderedLocation, renderLocation } from '../../../shared/wire/export-formats.ts';
import { toWorkCentre } from '../../../shared/wire/work-centre-view.ts';
import type { Network } from './compare.ts';

/** Creates a function that renders the records of a network for its files, as a search without a search point shows them. */
export const recordRenderer = ({ capabilities }: Network, now: Date) => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const capabilityOf = (serviceCode: number) => byCode.get(serviceCode);
  return ({ text }: LocationRecord): RenderedLocation => {
    const location: Location = JSON.parse(text);
    const workCentre = toWorkCentre(location, { capabilityOf, now, distanceKm: 0 });
    return renderLocation({ location, workCentre, capabilityOf });
  };
};
