import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { toCapabilityAttributes } from '../../../shared/wire/locations-v3/capability-attributes.ts';
import type { CapabilityItem } from '../contract.ts';

/** Maps a capability to an item of the list of all capabilities. */
export const toCapabilityItem = (capability: Capability): CapabilityItem => ({
  id: capability.capabilityId,
  attributes: toCapabilityAttributes(capability),
});
