import { sha256Of } from '../../shared/data-access/publishing/published-object.ts';
import { snapshotWriter } from '../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import { type Location, location as locationSchema } from '../../shared/domain/location/location.ts';
import { byLocationCode } from '../../shared/domain/location/location-order.ts';

export const snapshotVersion = '20261121T120000123Z-4f2a9c';

/** The snapshot of a network, whose locations may come in any order; the lines are the records unless said otherwise. */
export const snapshotOf = (
  locations: readonly Location[],
  capabilities: readonly Capability[] = [],
  version = snapshotVersion,
  line: (location: Location) => string = JSON.stringify,
): Uint8Array => {
  const writer = snapshotWriter({ version, capabilities, line });
  for (const location of [...locations].sort(byLocationCode)) writer.add(location);
  return writer.finish();
};

/** Reads a line of `snapshotOf`. */
export const readLocation = (line: string): Location => locationSchema.parse(JSON.parse(line));

/** What a manifest would say of these bytes. */
export const expectedOf = (bytes: Uint8Array, version = snapshotVersion) => ({
  version,
  bytes: bytes.length,
  sha256: sha256Of(bytes),
});
