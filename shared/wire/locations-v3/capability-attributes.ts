import type { Capability } from '../../domain/capability/capability.ts';

/** What version 3 says of a capability wherever it shows one, in the list and inside a work centre. */
export const toCapabilityAttributes = (capability: Capability) => ({
  name: capability.description,
  description: capability.details,
  appointment_required: capability.appointmentRequired ? ('true' as const) : ('false' as const),
  service_offering: capability.serviceOffering,
  categories: capability.categories.map(({ id, name }) => ({ id, name })),
});
