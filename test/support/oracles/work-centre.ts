import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { capabilityHours } from '../../../shared/domain/location/hours/capability-hours.ts';
import type { Location, OfferedService } from '../../../shared/domain/location/location.ts';
import { toBareWorkCentre } from '../../../shared/wire/locations-v3/bare-work-centre.ts';
import { toCapabilityAttributes } from '../../../shared/wire/locations-v3/capability-attributes.ts';
import { type HoursView, toHours } from '../../../shared/wire/locations-v3/hours-view.ts';
import type { OperationalCapability, WorkCentre } from '../../../shared/wire/locations-v3/work-centre.ts';
import type { WorkCentreContext } from '../../../shared/wire/locations-v3/work-centre-text.ts';
import { roundedKilometres } from './rounded-kilometres.ts';

/**
 * Computes hours once for all services that take them from the location, so that benchmarks compare with efficient
 * code.
 */
const hoursAt = (location: Location, now: Date) => {
  const inherited = new Map<Capability['hoursFrom'], HoursView>();
  return (offered: OfferedService, capability: Capability): HoursView => {
    const compute = () => toHours(capabilityHours(location, offered, capability), location.timeZone, now);
    if (offered.hours?.length) return compute();
    const view = inherited.get(capability.hoursFrom) ?? compute();
    inherited.set(capability.hoursFrom, view);
    return view;
  };
};

const toCapabilities = (
  location: Location,
  { capabilityOf, now }: WorkCentreContext,
): OperationalCapability[] => {
  const hoursOf = hoursAt(location, now);
  const inOrder = location.services.toSorted((one, other) => one.code - other.code);
  return inOrder.flatMap((offered) => {
    const capability = capabilityOf(offered.code);
    if (capability === undefined) return [];
    return {
      id: capability.capabilityId,
      attributes: { ...toCapabilityAttributes(capability), ...hoursOf(offered, capability) },
    };
  });
};

/** Builds a work centre as one object, an oracle for its text, which is assembled from pieces. */
export const toWorkCentre = (location: Location, context: WorkCentreContext): WorkCentre => {
  const bare = toBareWorkCentre(location);
  return {
    ...bare,
    attributes: { ...bare.attributes, operational_capabilities: toCapabilities(location, context) },
    location: {
      ...bare.location,
      attributes: { ...bare.location.attributes, distance: roundedKilometres(context.distanceKm) },
    },
  };
};
