import type { Capability } from '../domain/capability/capability.ts';
import { capabilityHours } from '../domain/location/hours/capability-hours.ts';
import type { HourEntry } from '../domain/location/hours/hour-entry.ts';
import { type Location, servicesInOrder } from '../domain/location/location.ts';
import { toBareWorkCentre } from './locations-v3/bare-work-centre.ts';
import { toCapabilityAttributes } from './locations-v3/capability-attributes.ts';
import { toHours } from './locations-v3/hours-view.ts';
import type { WorkCentre } from './locations-v3/work-centre.ts';

export interface WorkCentreContext {
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  readonly now: Date;
  readonly distanceKm: number;
}

export const toWorkCentre = (
  location: Location,
  { capabilityOf, now, distanceKm }: WorkCentreContext,
): WorkCentre => {
  const inherited = new Map<Capability['hoursFrom'], object>();
  const hoursOf = (own: readonly HourEntry[] | undefined, capability: Capability) => {
    if (own?.length)
      return toHours(capabilityHours(location, { hours: [...own] }, capability), location.timeZone, now);
    const known = inherited.get(capability.hoursFrom);
    if (known) return known;
    const hours = toHours(capabilityHours(location, {}, capability), location.timeZone, now);
    inherited.set(capability.hoursFrom, hours);
    return hours;
  };
  const bare = toBareWorkCentre(location);
  bare.attributes.operational_capabilities = servicesInOrder(location).flatMap(({ code, hours }) => {
    const capability = capabilityOf(code);
    return capability
      ? [
          {
            id: capability.capabilityId,
            attributes: { ...toCapabilityAttributes(capability), ...hoursOf(hours, capability) },
          },
        ]
      : [];
  });
  bare.location.attributes.distance = Math.round(distanceKm * 1000) / 1000;
  return bare;
};
