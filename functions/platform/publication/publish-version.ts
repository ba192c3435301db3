import { moveManifest } from '../../../shared/data-access/publishing/move-manifest.ts';
import type { NetworkReading } from '../../../shared/data-access/publishing/network-tables.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/publication-lease.ts';
import {
  type FormerManifest,
  type Manifest,
  manifestFormat,
  PublicationSuperseded,
} from '../../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import { type StagedNetwork, stageNetwork } from '../../../shared/data-access/publishing/staged-network.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import { implausibility } from '../../../shared/domain/location/network.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication.ts';
import { compareWithFormer } from './compare-with-former.ts';
import { contentDigestOf } from './content-digest.ts';
import { verifyVersion } from './verify-version.ts';
import { nextHistory, readHistory } from './version-history.ts';
import { storeDocument, writeVersion } from './write-version.ts';

/** What one version is made with. */
export interface VersionPorts {
  readonly bucket: PublishedBucket;
  /** Reads all that is stored, the locations into the staged network. Throws StoreUnavailable. */
  readonly readNetwork: (staged: StagedNetwork) => Promise<NetworkReading>;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** How many days the files of a version are kept after another has followed it. */
  readonly supersededVersionDays: number;
}

/** One version to be made under the lease. */
export interface VersionRequest {
  readonly version: string;
  readonly former: FormerManifest;
  readonly lease: PublicationLease;
  readonly force: boolean;
  /** Whether nothing need be published where nothing has changed. */
  readonly onlyChanges: boolean;
  /** Tells of an import that has begun since the run did: what was read may be half of it. Throws StoreUnavailable. */
  readonly importMeanwhile: () => Promise<PublicationResult | undefined>;
}

const noNetwork = { locations: 0, capabilities: 0 };

const makeVersion = async (
  staged: StagedNetwork,
  { bucket, readNetwork, now, supersededVersionDays }: VersionPorts,
  { version, former, lease, force, onlyChanges, importMeanwhile }: VersionRequest,
): Promise<PublicationResult> => {
  const generatedAt = new Date(now());
  const formerManifest = former.kind === 'found' ? former.manifest : undefined;
  const { capabilities, skippedRows } = await readNetwork(staged);
  const halfRead = await importMeanwhile();
  if (halfRead) return halfRead;
  const locations = staged.locationCount();
  const counts = { locations, capabilities: capabilities.length };

  const formerCounts = formerManifest?.counts ?? noNetwork;
  const why = force ? undefined : implausibility({ ...counts, skippedRows }, formerCounts);
  if (why !== undefined) {
    return { status: 'refused', why, locations, formerLocations: formerCounts.locations };
  }
  const contentDigest = contentDigestOf(staged, capabilities);
  if (onlyChanges && formerManifest?.contentDigest === contentDigest) {
    return { status: 'unchanged', version: formerManifest.version, ...counts };
  }

  const changes = await compareWithFormer(bucket, formerManifest, { staged, generatedAt });
  const content = { version, generatedAt, staged, capabilities, changes };
  const files = await writeVersion(bucket, content);
  await verifyVersion(bucket, files, { version, locations });

  const publishedAt = new Date(now()).toISOString();
  const { added, changed, removed, since } = changes;
  const isChange = added + changed + removed > 0;
  const continues = formerManifest !== undefined && since !== undefined;
  const history = nextHistory({
    // Where nothing tells how this version differs from the one before, nobody finds the way from there.
    history: continues ? await readHistory(bucket, formerManifest) : { entries: [] },
    entry: { version, publishedAt, ...(isChange && { changesKey: files.exports.changes.key }) },
    keptDays: supersededVersionDays,
  });
  const manifest: Manifest = {
    format: manifestFormat,
    version,
    generatedAt: generatedAt.toISOString(),
    publishedAt,
    contentDigest,
    counts,
    ...files,
    history: await storeDocument(bucket, versionKeys(version).history, history),
    changes,
  };

  await lease.confirm();
  try {
    await moveManifest(bucket, manifest, former);
  } catch (error) {
    if (!(error instanceof PublicationSuperseded)) throw error;
    return { status: 'superseded', version: error.current.version, ...error.current.counts };
  }
  return { status: 'published', version, ...counts, skippedRows, changes: { added, changed, removed } };
};

/**
 * Makes one version of what the tables hold: writes its files under a name of their own, reads all of them back, and
 * only then moves the manifest. Wherever it ends before that, the former version stays the one that is served. Throws
 * StoreUnavailable, DamagedPublication, IncompleteExport or LeaseLost.
 */
export const publishVersion = async (
  ports: VersionPorts,
  request: VersionRequest,
): Promise<PublicationResult> => {
  const staged = stageNetwork();
  try {
    return await makeVersion(staged, ports, request);
  } finally {
    staged.close();
  }
};
