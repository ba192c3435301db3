import type { Capability } from '../../domain/capability/capability.ts';
import { textMadeOnce } from '../text-made-once.ts';
import { toCapabilityAttributes } from './capability-attributes.ts';

/**
 * A capability of a work centre as JSON, made once a catalogue: without the two braces at its end, which close its
 * attributes and itself, so that hours can follow.
 */
export const openCapabilityText = textMadeOnce((capability: Capability) => {
  const shown = { id: capability.capabilityId, attributes: toCapabilityAttributes(capability) };
  return JSON.stringify(shown).slice(0, -'}}'.length);
});
