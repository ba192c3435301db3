import { PutObjectCommand } from '@aws-sdk/client-s3';
import { sha256Of, type WritableBucket } from '../../../shared/data-access/objects/bucket.ts';
import type { PublicationHistory } from '../../../shared/data-access/publishing/reading/publication-history.ts';
import {
  type CatalogueName,
  type Manifest,
  manifestFormat,
  type StoredText,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import { versionAfter } from '../../../shared/domain/location/publication/publication-version.ts';
import { perFormat } from '../../../shared/domain/location/publication/work-centre-export.ts';
import { catalogueLines } from '../../../shared/wire/catalogue-lines.ts';
import { snapshotOf } from './snapshot-of.ts';

/** Properties of a publication in a test. */
export interface TestPublication {
  readonly locations?: readonly Location[];
  readonly capabilities?: readonly Capability[];
  /** Time of publication in epoch milliseconds. */
  readonly publishedAt?: number;
  /** History entries before this version. */
  readonly before?: PublicationHistory['entries'];
  /** Whether the version changed anything, which it does by default. */
  readonly changing?: 'nothing' | 'something';
}

let lastVersion: string | undefined;

/** Creates a version greater than all before, as early as possible. */
export const nextVersion = (epochMilliseconds = Date.now()): string => {
  lastVersion = versionAfter(lastVersion, epochMilliseconds, 'abcdef');
  return lastVersion;
};

/**
 * Stores the files of a version without the publisher: its catalogues, and export files with the name of their format
 * as content. Returns the manifest that would publish it.
 */
const storeVersion = async (
  { client, bucket }: WritableBucket,
  {
    locations = [],
    capabilities = [],
    publishedAt = Date.now(),
    before = [],
    changing = 'something',
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
  const putCatalogue = (name: CatalogueName) =>
    put(keys.catalogue(name), snapshotOf(locations, capabilities, version, catalogueLines[name].line));
  const exports = perFormat((format) => putText(keys.export(format), format));
  const { key, bytes, sha256 } = exports.changes;
  const entry = {
    version,
    publishedAt: time,
    ...(changing !== 'nothing' && { changes: { key, bytes, sha256 } }),
  };
  const history = { entries: [...before, entry] };
  const manifest = {
    format: manifestFormat,
    version,
    generatedAt: time,
    publishedAt: time,
    contentDigest: sha256Of(Buffer.from(version)),
    counts: { locations: locations.length, capabilities: capabilities.length },
    serviceCodes: capabilities.map(({ serviceCode }) => serviceCode),
    catalogues: { points: putCatalogue('points'), workCentres: putCatalogue('workCentres') },
    exports,
    ...(changing === 'something' && { noChanges: putText(keys.noChanges, 'no changes') }),
    files: put(keys.files, 'files'),
    digests: putText(keys.digests, 'digests'),
    history: put(keys.history, JSON.stringify(history)),
    changes: { added: 0, changed: 0, removed: 0 },
  } satisfies Manifest;
  await Promise.all(puts);
  return manifest;
};

/** Stores a version as the newest publication. */
export const storePublication = async (
  store: WritableBucket,
  publication: TestPublication = {},
): Promise<Manifest> => {
  const manifest = await storeVersion(store, publication);
  const Body = JSON.stringify(manifest);
  await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key: 'manifest.json', Body }));
  return manifest;
};
