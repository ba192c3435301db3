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

/** Ports for making a version. */
export interface VersionPorts {
  readonly bucket: Bucket;
  /** Reads all that is stored. Throws StoreUnavailable. */
  readonly readNetwork: (take: TakeLocations) => Promise<NetworkReading>;
  /** Current time in epoch milliseconds. */
  readonly now: () => number;
  /** Days for which the files of a superseded version are kept. */
  readonly supersededVersionDays: number;
}

/** Request to make one version, under the lease. */
export interface VersionRequest {
  readonly version: string;
  readonly former: FormerManifest;
  readonly lease: PublicationLease;
  readonly force: boolean;
  /** Kind of record whose loss is not checked: an import was forced, or replaces the sample. */
  readonly mayLose?: PublishedKind | undefined;
  /** Whether to publish nothing if the content is unchanged. */
  readonly onlyChanges: boolean;
  /**
   * Returns a result if an import has begun since the run did, as half of it may have been read. Throws
   * StoreUnavailable.
   */
  readonly importMeanwhile: () => Promise<PublicationResult | undefined>;
}
