import * as z from 'zod/mini';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { Representation } from '../../shared/http/representation.ts';
import { toCapabilityAttributes } from '../../shared/wire/work-centre-view.ts';
import type { CapabilitiesResponse } from './contract.ts';
import { pageQuery, toPagination } from './paging.ts';
import { searchHandler } from './service.ts';

export const request = { query: z.object(pageQuery({ defaultSize: 50, maxSize: 200 })) };

/** GET /locations/v3/operational-capabilities (getOperationalCapabilities) */
export const listOperationalCapabilities = (published: PublishedCatalogue) =>
  searchHandler(
    request,
    async ({ query: { offset, size } }): Promise<Representation<CapabilitiesResponse>> => {
      const catalogue = await published.current();
      return new Representation({
        catalogue,
        body() {
          const all = [...catalogue.capabilities.all()].sort(byId);
          const page = all.slice(offset, offset + size);
          return {
            pagination: toPagination(all.length, offset, page),
            operational_capabilities: page.map((capability) => ({
              id: capability.capabilityId,
              attributes: toCapabilityAttributes(capability),
            })),
          };
        },
      });
    },
  );

export const handler = listOperationalCapabilities(deployedCatalogue());

/** Orders capabilities by id, then by service code, because several may share an id. */
const byId = (one: Capability, other: Capability): number =>
  byCodeUnit(one.capabilityId, other.capabilityId) || one.serviceCode - other.serviceCode;
