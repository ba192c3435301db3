import type { Capability } from '../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import type { CapabilitiesResponse } from './contract.ts';
import { request } from './requests/list-operational-capabilities.ts';
import { toPagination } from './requests/paging.ts';
import { searchHandler } from './service.ts';
import { toCapabilityItem } from './views/capability-view.ts';
import { publishedWorkCentres } from './views/published-work-centres.ts';

/** Orders capabilities by id, then by service code, as several may share an id. */
const byId = (one: Capability, other: Capability): number =>
  byCodeUnit(one.capabilityId, other.capabilityId) || one.serviceCode - other.serviceCode;

/** GET /locations/v3/operational-capabilities (getOperationalCapabilities) */
export const listOperationalCapabilities = (published: PublishedCatalogue<unknown>) =>
  searchHandler(request, async ({ query: { offset, size } }): Promise<CapabilitiesResponse> => {
    const all = [...(await published.current()).capabilities()].sort(byId);
    const page = all.slice(offset, offset + size);
    return {
      pagination: toPagination(all.length, offset, page),
      operational_capabilities: page.map(toCapabilityItem),
    };
  });

export const handler = listOperationalCapabilities(publishedWorkCentres());
