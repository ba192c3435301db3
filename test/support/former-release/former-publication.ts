import { readFile } from 'node:fs/promises';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import type { LocalBucket } from '../local-bucket.ts';
import { type GivenNetwork, manifestIn, publishNetwork } from '../networks/publish-network.ts';
import { storeVersion } from '../networks/stored-publication.ts';
import { keptNetwork } from './kept-network.ts';

/** Network in the previous release's catalogue, a file written by that release. */
export const formerNetwork = {
  version: '20261121T120000123Z-4f2a9c',
  ...keptNetwork('catalogue-network'),
};

/** Stores the previous release's publication as the newest, and returns its manifest. */
export const storeFormerPublication = async (store: LocalBucket) => {
  const { locations, capabilities, version } = formerNetwork;
  const { catalogues: _, attributes: __, ...facts } = await storeVersion(store, { locations, capabilities });
  const bytes = await readFile(new URL('catalogue.bin', import.meta.url));
  const key = `versions/${version}/catalogue.bin`;
  await store.put(key, bytes);
  const catalogue = { key, bytes: bytes.length, sha256: sha256Of(bytes) };
  const manifest = { ...facts, format: 2, version, catalogue };
  await store.put('manifest.json', JSON.stringify(manifest));
  return manifest;
};

/** Publishes in the previous release's format as far as a publisher reads it, without the catalogue's content. */
export const publishAsFormer = async (store: LocalBucket, network: GivenNetwork, now = Date.now) => {
  await publishNetwork(store, network, { now });
  const { catalogues, attributes: _, ...facts } = await manifestIn(store);
  const manifest = { ...facts, format: 2, catalogue: catalogues.points };
  await store.put('manifest.json', JSON.stringify(manifest));
  await store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: 'manifest-3.json' }));
  return manifest;
};
