import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { packSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

export const snapshotVersion = '20261121T120000123Z-4f2a9c';

/** Builds the content of a version from locations in any order. */
export const networkContent = (
  locations: Iterable<Location>,
  capabilities: readonly Capability[] = [],
  version = snapshotVersion,
) => ({
  version,
  capabilities,
  records: Array.from(locations, (location) => ({
    code: location.locationCode,
    text: JSON.stringify(location),
  })).sort((one, other) => byCodeUnit(one.code, other.code)),
});

/** Writes the snapshot of locations in any order. */
export const snapshotOf = async (...content: Parameters<typeof networkContent>): Promise<Uint8Array> =>
  (await packSnapshot(networkContent(...content))).bytes;

/** Returns the properties of these bytes in a manifest. */
export const expectedOf = (bytes: Uint8Array, version = snapshotVersion) => ({
  version,
  bytes: bytes.length,
  sha256: sha256Of(bytes),
});
