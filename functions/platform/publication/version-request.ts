import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import type { FormerManifest } from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import type { PublicationLease } from '../../../shared/data-access/publishing/runs/publication-lease.ts';
import type {
  NetworkReading,
  TakeLocations,
} from '../../../shared/data-access/publishing/staging/network-tables.ts';
import type {
  PublicationResult,
  PublishedKind,
} from '../../../shared/domain/location/publication/publication.ts';

/** What one version is made with. */
export interface VersionPorts {
  readonly bucket: Bucket;
  /** Reads all that is stored. Throws StoreUnavailable. */
  readonly readNetwork: (take: TakeLocations) => Promise<NetworkReading>;
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
  /** Of which any number may be gone. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether nothing need be published where nothing has changed. */
  readonly onlyChanges: boolean;
  /** Tells of an import that has begun since the run did: what was read may be half of it. Throws StoreUnavailable. */
  readonly importMeanwhile: () => Promise<PublicationResult | undefined>;
}
