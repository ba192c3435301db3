import type { Capability } from '../../domain/capability/capability.ts';
import type { EveryMember } from '../../domain/every-member.ts';
import type { OperationalCapability } from './work-centre.ts';

/** What a capability says wherever it is shown: all but its hours and its place at a work centre. */
type CapabilityAttributes = EveryMember<
  Omit<OperationalCapability['attributes'], 'current_hours' | 'standard_hours' | 'location'>
>;

/** Maps a capability to the attributes that version 3 shows, in the list and in work centres. */
export const toCapabilityAttributes = (capability: Capability): CapabilityAttributes => ({
  name: capability.description,
  description: capability.details,
  appointment_required: capability.appointmentRequired ? 'true' : 'false',
  service_offering: capability.serviceOffering,
  categories: capability.categories.map(({ id, name }) => ({ id, name })),
});
