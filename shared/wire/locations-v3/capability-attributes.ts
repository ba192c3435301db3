import type { Capability } from '../../domain/capability/capability.ts';

/** Maps a capability to the attributes that version 3 shows, in the list and in work centres. */
export const toCapabilityAttributes = (capability: Capability) => ({
  name: capability.description,
  description: capability.details,
  appointment_required: capability.appointmentRequired ? ('true' as const) : ('false' as const),
  service_offering: capability.serviceOffering,
  categories: capability.categories.map(({ id, name }) => ({ id, name })),
});
