import { nextHistory } from '../../../shared/data-access/publishing/reading/publication-history.ts';
import { readHistory } from '../../../shared/data-access/publishing/reading/published-history.ts';
import {
  type Manifest,
  manifestFormat,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import {
  type StagedNetwork,
  stageNetwork,
} from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { versionKeys } from '../../../shared/data-access/publishing/version-keys.ts';
import { moveManifest } from '../../../shared/data-access/publishing/writing/move-manifest.ts';
import { PublicationSuperseded } from '../../../shared/data-access/publishing/writing/write-manifest.ts';
import type { PublicationResult } from '../../../shared/domain/location/publication/publication.ts';
import { compareWithFormer } from './compare-with-former.ts';
import { formerHistory } from './former-history.ts';
import { refusalOfCompared } from './implausible-network.ts';
import { type ReadNetwork, readForVersion } from './read-for-version.ts';
import { verifyVersion } from './verify-version.ts';
import type { VersionPorts, VersionRequest } from './version-request.ts';
import type { VersionContent } from './version-texts.ts';
import { storeDocument, type VersionFiles, writeVersion } from './write-version.ts';

/** Files of a version, written and verified. */
interface WrittenVersion {
  readonly read: ReadNetwork;
  readonly content: VersionContent;
  readonly files: VersionFiles;
}

/** Creates the manifest. The history is written last: once it exists, everything that the manifest names exists. */
const manifestOf = async (
  { read, content, files }: WrittenVersion,
  { bucket, now, supersededVersionDays }: VersionPorts,
  former: Manifest | undefined,
): Promise<Manifest> => {
  const { version, generatedAt, changes } = content;
  const publishedAt = new Date(now()).toISOString();
  const isChange = changes.added + changes.changed + changes.removed > 0;
  const { key, bytes, sha256 } = files.exports.changes;
  // Without a comparison with the former version, no chain of changes leads from it to this one.
  const continues = former !== undefined && changes.since !== undefined;
  const history = nextHistory({
    history: continues ? await formerHistory(bucket, former) : { entries: [] },
    entry: { version, publishedAt, ...(isChange && { changes: { key, bytes, sha256 } }) },
    keptDays: supersededVersionDays,
  });
  return {
    format: manifestFormat,
    version,
    generatedAt: generatedAt.toISOString(),
    publishedAt,
    contentDigest: read.contentDigest,
    counts: read.counts,
    serviceCodes: read.capabilities.map(({ serviceCode }) => serviceCode),
    ...files,
    history: await storeDocument(bucket, versionKeys(version).history, history),
    changes,
  };
};

const makeVersion = async (
  staged: StagedNetwork,
  ports: VersionPorts,
  request: VersionRequest,
): Promise<PublicationResult> => {
  const { bucket, now } = ports;
  const { version, former, lease } = request;
  const formerManifest = former.kind === 'found' ? former.manifest : undefined;
  const generatedAt = new Date(now());
  const reading = await readForVersion(staged, ports, request, formerManifest);
  if (reading.left) return reading.left;
  const { read } = reading;

  const changes = await compareWithFormer(bucket, formerManifest, { staged, generatedAt });
  const { locations } = read.counts;
  const succession = { locations, former: formerManifest, removed: changes.removed };
  const refusal = refusalOfCompared(request, succession);
  if (refusal) return refusal;
  const content = { version, generatedAt, staged, capabilities: read.capabilities, changes };
  const written = await writeVersion(bucket, content);
  await verifyVersion(bucket, written, { version, locations });
  const manifest = await manifestOf({ read, content, files: written.files }, ports, formerManifest);
  await readHistory(bucket, manifest.history);

  await lease.confirm();
  try {
    await moveManifest(bucket, manifest, former);
  } catch (error) {
    if (!(error instanceof PublicationSuperseded)) throw error;
    return { status: 'superseded', version: error.current.version, ...error.current.counts };
  }
  const { added, changed, removed } = changes;
  const { counts, skippedRows } = read;
  return { status: 'published', version, ...counts, skippedRows, changes: { added, changed, removed } };
};

/**
 * Publishes one version of the tables: writes its files under a new name, reads all of them back, and only then moves
 * the manifest. If it fails before that, the former version stays published. Throws StoreUnavailable,
 * DamagedPublication, IncompleteExport or LeaseLost.
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
