import type { Capability } from '../../shared/domain/capability/capability.ts';
import { integerText } from '../../shared/http/query-params.ts';
import type { Service, ServicesResponse } from './contract.ts';
import { isServedPartner } from './points.ts';

/** Service codes are non-negative int32 numbers. */
export const serviceCodeText = integerText(0, 2_147_483_647);

export const toServicesResponse = (
  capabilities: readonly Capability[],
  pc: string | undefined,
): ServicesResponse => ({ services: isServedPartner(pc) ? capabilities.map(toService) : [] });

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
