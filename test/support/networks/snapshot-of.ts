import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import { snapshotWriter } from '../../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { facetsOf } from '../../../shared/domain/location/catalogue/location-attributes.ts';
import { byLocationCode } from '../../../shared/domain/location/catalogue/location-order.ts';
import { type Location, location as locationSchema } from '../../../shared/domain/location/location.ts';

export const snapshotVersion = '20261121T120000123Z-4f2a9c';

type ContentOfSnapshot =
  Parameters<typeof writtenSnapshot> extends [unknown, ...infer Content] ? Content : never;

/** Writes the snapshot of locations ordered by code, and returns it with its source. */
export const writtenSnapshot = (
  locations: Iterable<Location>,
  capabilities: readonly Capability[] = [],
  version = snapshotVersion,
  line: (location: Location) => string = JSON.stringify,
) => {
  const writer = snapshotWriter({ version, capabilities });
  const lines: string[] = [];
  for (const location of locations) {
    writer.add(facetsOf(location));
    lines.push(line(location));
  }
  const steps = writer.finish((rank) => lines[rank] ?? '');
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { pieces, source } = step.value;
  const bytes: Uint8Array = Buffer.concat([...pieces()]);
  writer.close();
  return { bytes, source };
};

/** Writes the snapshot of a network in any order; lines are the records by default. */
export const snapshotOf = (locations: readonly Location[], ...content: ContentOfSnapshot): Uint8Array =>
  writtenSnapshot([...locations].sort(byLocationCode), ...content).bytes;

/** Reads a line of `snapshotOf`. */
export const readLocation = (line: string): Location => locationSchema.parse(JSON.parse(line));

/** Returns the properties of these bytes in a manifest. */
export const expectedOf = (bytes: Uint8Array, version = snapshotVersion) => ({
  version,
  bytes: bytes.length,
  sha256: sha256Of(bytes),
});
