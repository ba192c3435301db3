import { packSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

export const snapshotVersion = '20261121T120000123Z-4f2a9c';

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

export const snapshotOf = async (...content: Parameters<typeof networkContent>): Promise<Uint8Array> =>
  (await packSnapshot(networkContent(...content))).bytes;

/** Removes pieces of a snapshot or replaces their stored bytes, but not the uncompressed sizes in the head. */
const withPieces = (
  snapshot: Uint8Array,
  change: (name: string, stored: Uint8Array) => Uint8Array | undefined,
): Uint8Array => {
  const lineEnd = snapshot.indexOf(0x0a);
  const head = JSON.parse(Buffer.from(snapshot.subarray(0, lineEnd)).toString('utf8'));
  const pieces: object[] = [];
  const contents: Uint8Array[] = [];
  let start = lineEnd + 1;
  for (const piece of head.pieces) {
    const content = change(piece.name, snapshot.subarray(start, start + piece.bytes));
    start += piece.bytes;
    if (!content) continue;
    pieces.push({ ...piece, bytes: content.length });
    contents.push(content);
  }
  const line = Buffer.from(`${JSON.stringify({ ...head, pieces })}\n`);
  return Buffer.concat([line, ...contents, snapshot.subarray(start)]);
};

/** Returns the snapshot as a publisher that does not know these pieces would write it. */
export const withoutPieces = (snapshot: Uint8Array, names: readonly string[]): Uint8Array =>
  withPieces(snapshot, (name, stored) => (names.includes(name) ? undefined : stored));
