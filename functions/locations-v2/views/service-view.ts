import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { jsonList } from '../../../shared/wire/json-list.ts';
import { textMadeOnce } from '../../../shared/wire/text-made-once.ts';
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

const serviceText = textMadeOnce((capability: Capability) => JSON.stringify(toService(capability)));

const listName = 'services' satisfies keyof ServicesResponse;

/** Builds the body `{"services":[...]}` of these capabilities. */
export const servicesText = (capabilities: readonly Capability[]): string =>
  `{"${listName}":${jsonList(capabilities.map(serviceText))}}`;
