import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Service, ServicesResponse } from '../contract.ts';

/** Maps a capability to a version 2 service. */
const toService = (capability: Capability): Service => ({
  service_code: capability.serviceCode,
  partner_code: capability.partnerCode,
  name: capability.name,
  description: capability.description,
  url_name: capability.urlName,
  appointment_required: capability.appointmentRequired,
  searchable: capability.searchable,
  categories: capability.categories.map(({ name, description }) => ({ name, description })),
});

/** Builds the body with the services of these capabilities. */
export const toServicesResponse = (capabilities: readonly Capability[]): ServicesResponse => ({
  services: capabilities.map(toService),
});
