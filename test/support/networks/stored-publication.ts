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
import { networkContent } from './snapshot-of.ts';

export interface TestPublication {
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

/** Stores the files of a version without the publisher. The content of an export is the name of its format. */
const storeVersion = async (
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
  const puts: Promise<unknown>[] = [];
  const put = (key: string, body: Uint8Array | string) => {
    const bytes = Buffer.from(body);
    puts.push(client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })));
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
  await Promise.all(puts);
  return manifest;
};

export const storePublication = async (
  store: WritableBucket,
  publication: TestPublication = {},
): Promise<Manifest> => {
  const manifest = await storeVersion(store, publication);
  const Body = JSON.stringify(manifest);
  await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key: 'manifest.json', Body }));
  return manifest;
};
