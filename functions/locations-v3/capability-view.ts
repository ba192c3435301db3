import type { Capability } from '../../shared/domain/capability/capability.ts';
import { toCapabilityAttributes } from '../../shared/wire/locations-v3/capability-attributes.ts';
import type { CapabilityItem } from './contract.ts';

/** A capability as the list of all of them shows it. */
export const toCapabilityItem = (capability: Capability): CapabilityItem => ({
  id: capability.capabilityId,
  attributes: toCapabilityAttributes(capability),
});
