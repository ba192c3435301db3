import type { Capability } from '../../capability/capability.ts';
import { madeOnce } from '../../made-once.ts';
import type { LocationCatalogue } from './location-catalogue.ts';

/** Creates the look-ups of capabilities in a catalogue. If a service code repeats, the last record wins. */
export const capabilityLookUps = (capabilities: () => readonly Capability[]) => {
  const byServiceCode = madeOnce(
    () => new Map(capabilities().map((capability) => [capability.serviceCode, capability])),
  );
  const ordered = madeOnce(() =>
    [...byServiceCode().values()].sort((one, other) => one.serviceCode - other.serviceCode),
  );
  return {
    capabilities: ordered,
    capability: (serviceCode) => byServiceCode().get(serviceCode),
    serviceCodesOf(capabilityIds) {
      const wanted = new Set(capabilityIds);
      const bearers = ordered().filter(({ capabilityId }) => wanted.has(capabilityId));
      return new Set(bearers.map(({ serviceCode }) => serviceCode));
    },
  } satisfies Partial<LocationCatalogue>;
};
