import * as z from 'zod';
import { publishedCatalogueFromEnvironment } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { toCapabilityItem } from './capability-view.ts';
import type { CapabilitiesResponse } from './contract.ts';
import { pageQuery, toPagination } from './paging.ts';
import { apiHandler } from './service.ts';

const request = {
  query: z.object(pageQuery({ defaultSize: 50, largestSize: 200 })),
};

/** By id in code unit order, which no locale changes; several may bear one id. */
const byId = (one: Capability, other: Capability): number => {
  if (one.capabilityId === other.capabilityId) return one.serviceCode - other.serviceCode;
  return one.capabilityId < other.capabilityId ? -1 : 1;
};

/** GET /locations/v3/operational-capabilities (getOperationalCapabilities) */
export const listOperationalCapabilities = (published: PublishedCatalogue) =>
  apiHandler(request, async ({ query: { offset, size } }): Promise<CapabilitiesResponse> => {
    const all = [...(await published.current()).capabilities()].sort(byId);
    const page = all.slice(offset, offset + size);
    return {
      pagination: toPagination(all.length, offset, page),
      operational_capabilities: page.map(toCapabilityItem),
    };
  });

export const handler = listOperationalCapabilities(publishedCatalogueFromEnvironment());
