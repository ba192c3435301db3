import type { Capability } from '../../shared/domain/capability/capability.ts';
import type { Service } from './contract.ts';

/** A capability as version 2 shows it. */
export const toService = (capability: Capability): Service => ({
  service_code: capability.serviceCode,
  partner_code: capability.partnerCode,
  name: capability.name,
  description: capability.description,
  url_name: capability.urlName,
  appointment_required: capability.appointmentRequired,
  searchable: capability.searchable,
  categories: capability.categories.map(({ name, description }) => ({ name, description })),
});
