import { PutObjectCommand } from '@aws-sdk/client-s3';
import { sha256Of, type WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { PublicationHistory } from '../../../shared/data-access/publishing/history.ts';
import {
  type Manifest,
  publicationFormat,
  type StoredText,
  versionKeys,
} from '../../../shared/data-access/publishing/manifest.ts';
import { packSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import { packTextIndex } from '../../../shared/data-access/publishing/text-files.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { placesOfNetwork } from '../../../shared/domain/place/network-places.ts';
import { indexPlaces } from '../../../shared/domain/place/place-index.ts';
import { versionAfter } from '../../../shared/domain/publication/publication-version.ts';
import { perWorkCentreFormat } from '../../../shared/domain/publication/work-centre-export.ts';
import { recordsOf } from './network-records.ts';

interface TestPublication {
  readonly locations?: readonly Location[];
  readonly capabilities?: readonly Capability[];
  readonly publishedAt?: number;
  readonly before?: PublicationHistory['entries'];
  /** Whether the version changed nothing or something (default: `something`). */
  readonly changing?: 'nothing' | 'something';
  /** Full exports of an earlier version (default: those of this version). */
  readonly full?: Manifest['full'];
}

let lastVersion: string | undefined;

/** Returns the smallest version that is greater than all previous ones. */
export const nextVersion = (epochMilliseconds = Date.now()): string => {
  lastVersion = versionAfter(lastVersion, epochMilliseconds, 'abcdef');
  return lastVersion;
};

/** Stores a version without the publisher. The content of an export is the name of its format. */
export const storePublication = async (
  { client, bucket }: WritableBucket,
  {
    locations = [],
    capabilities = [],
    publishedAt = Date.now(),
    before = [],
    changing = 'something',
    full,
  }: TestPublication = {},
): Promise<Manifest> => {
  const version = nextVersion(publishedAt);
  const keys = versionKeys(version);
  const time = new Date(publishedAt).toISOString();
  const files = new Map<string, Buffer>();
  const put = (key: string, body: Uint8Array | string) => {
    const bytes = Buffer.from(body);
    files.set(key, bytes);
    return { key, bytes: bytes.length, sha256: sha256Of(bytes) };
  };
  const putText = (key: string, text: string): StoredText => {
    const file = put(key, text);
    return { ...file, records: 1, contentBytes: file.bytes, contentSha256: file.sha256 };
  };
  const file = putText(keys.changes(), 'changes');
  const changed = changing === 'something' ? 1 : 0;
  const position = (before.at(-1)?.position ?? 0) + changed;
  const steps = changed ? [{ bytes: file.bytes, sha256: file.sha256 }] : [];
  const { bytes, words } = await packSnapshot(networkContent(locations, capabilities, version));
  const history = { entries: [...before, { version, publishedAt: time, position, steps }] };
  const manifest = {
    format: publicationFormat,
    version,
    generatedAt: time,
    publishedAt: time,
    counts: { locations: locations.length, capabilities: capabilities.length },
    snapshot: put(keys.snapshot, bytes),
    words: put(keys.words, packTextIndex(words)),
    placeNames: put(keys.placeNames, packTextIndex(indexPlaces(placesOfNetwork(locations)))),
    full: full ?? {
      version,
      generatedAt: time,
      locations: locations.length,
      exports: perWorkCentreFormat((format) => putText(keys.export(format), format)),
    },
    changes: { added: 0, changed, removed: 0, file },
    noChanges: putText(keys.noChanges, 'no changes'),
    removed: putText(keys.removed, 'removed'),
    files: put(keys.files, 'files'),
    history: put(keys.history, JSON.stringify(history)),
  } satisfies Manifest;
  const send = ([Key, Body]: readonly [string, Buffer | string]) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  await Promise.all([...files].map(send));
  await send(['manifest.json', JSON.stringify(manifest)]);
  return manifest;
};

export const snapshotVersion = '20261121T120000123Z-4f2a9c';

export const networkContent = (
  locations: Iterable<Location>,
  capabilities: readonly Capability[] = [],
  version = snapshotVersion,
) => ({
  version,
  capabilities,
  records: recordsOf(locations),
});

export const snapshotOf = async (...content: Parameters<typeof networkContent>): Promise<Uint8Array> =>
  (await packSnapshot(networkContent(...content))).bytes;

/** Returns the snapshot as a publisher that does not know these pieces would write it. */
export const withoutPieces = (snapshot: Uint8Array, names: readonly string[]): Uint8Array => {
  const lineEnd = snapshot.indexOf(0x0a);
  const head = JSON.parse(Buffer.from(snapshot.subarray(0, lineEnd)).toString('utf8'));
  const pieces: object[] = [];
  const contents: Uint8Array[] = [];
  let start = lineEnd + 1;
  for (const piece of head.pieces) {
    const end = start + piece.bytes;
    if (!names.includes(piece.name)) {
      pieces.push(piece);
      contents.push(snapshot.subarray(start, end));
    }
    start = end;
  }
  const line = Buffer.from(`${JSON.stringify({ ...head, pieces })}\n`);
  return Buffer.concat([line, ...contents, snapshot.subarray(start)]);
};
