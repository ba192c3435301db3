import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Capability, capability } from '../../../shared/domain/capability/capability.ts';
import { type Location, location } from '../../../shared/domain/location/location.ts';
import type { GivenNetwork } from '../networks/publish-network.ts';

// Not as parsed: that has the members in the order of today's schemas, and digests depend on the order.
const network = z.object({
  locations: z.array(z.custom<Location>((value) => location.safeParse(value).success)),
  capabilities: z.array(z.custom<Capability>((value) => capability.safeParse(value).success)),
});

/** Reads a network that is kept beside what a release made of it, whatever today's builders of networks make. */
export const keptNetwork = (name: string): GivenNetwork =>
  network.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')));
