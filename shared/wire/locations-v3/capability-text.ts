import type { Capability } from '../../domain/capability/capability.ts';
import { toCapabilityAttributes } from './capability-attributes.ts';

/** A catalogue never changes its capabilities; the texts go when it does. */
const openTexts = new WeakMap<Capability, string>();

/**
 * A capability of a work centre as JSON, made once a catalogue: without the two braces at its end, which close its
 * attributes and itself, so that hours can follow.
 */
export const openCapabilityText = (capability: Capability): string => {
  const known = openTexts.get(capability);
  if (known !== undefined) return known;
  const shown = { id: capability.capabilityId, attributes: toCapabilityAttributes(capability) };
  const text = JSON.stringify(shown).slice(0, -'}}'.length);
  openTexts.set(capability, text);
  return text;
};
