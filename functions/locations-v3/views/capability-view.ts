import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { jsonList } from '../../../shared/wire/json-list.ts';
import { toCapabilityAttributes } from '../../../shared/wire/locations-v3/capability-attributes.ts';
import { textMadeOnce } from '../../../shared/wire/text-made-once.ts';
import type { CapabilitiesResponse, CapabilityItem, Pagination } from '../contract.ts';

const toCapabilityItem = (capability: Capability): CapabilityItem => ({
  id: capability.capabilityId,
  attributes: toCapabilityAttributes(capability),
});

const itemText = textMadeOnce((capability: Capability) => JSON.stringify(toCapabilityItem(capability)));

const paginationName = 'pagination' satisfies keyof CapabilitiesResponse;
const listName = 'operational_capabilities' satisfies keyof CapabilitiesResponse;

/** Builds a CapabilitiesResponse as JSON: one page of the list of all capabilities. */
export const capabilitiesBody = (pagination: Pagination, page: readonly Capability[]): string =>
  `{"${paginationName}":${JSON.stringify(pagination)},"${listName}":${jsonList(page.map(itemText))}}`;
