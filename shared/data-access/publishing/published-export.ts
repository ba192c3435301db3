import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ExportLink, NoExportYet } from '../../domain/location/work-centre-export.ts';
import { StoreUnavailable } from '../../domain/store-unavailable.ts';
import { logger } from '../../observability/logger.ts';
import { environmentVariable } from '../environment.ts';
import { s3Client } from '../s3-client.ts';
import { storeCall, toStoreFailure } from '../store-failure.ts';
import { checkSecondsFromEnvironment } from './check-interval.ts';
import { keptFresh, type Waits } from './kept-fresh.ts';
import { readManifest } from './published-manifest.ts';
import type { PublishedBucket } from './published-object.ts';

/** Short, as the URL opens the file to whoever has it; and no session that signs it ends sooner. */
const linkSeconds = 300;

/** Where the export is published, and how its link is kept fresh. */
export interface PublishedExportSettings extends PublishedBucket {
  /** How often to look for a newer export at most. */
  readonly checkSeconds: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Told of each check that failed while the former export goes on being linked to. */
  readonly onFailure?: (error: unknown) => void;
  readonly waits?: Waits;
}

interface Held {
  readonly etag: string;
  readonly exportKey: string;
}

const loadNewest = async (bucket: PublishedBucket, former: Held | undefined): Promise<Held> => {
  const reading = await readManifest(bucket, former?.etag);
  if (former && reading.kind === 'unchanged') return former;
  if (reading.kind !== 'found') throw new NoExportYet('nothing is published');
  return { etag: reading.etag, exportKey: reading.manifest.export.key };
};

const operation = 'finding the newest export';

/** Links to the export that the manifest names, which stays the last known one while S3 does not answer. */
export const publishedExport = (settings: PublishedExportSettings): ExportLink => {
  const { client, bucket, now } = settings;
  const kept = keptFresh<Held>({
    ...settings,
    load: (former) => loadNewest(settings, former),
    late: () => new StoreUnavailable(operation),
  });
  const newestKey = async (): Promise<string> => {
    try {
      return (await kept.newest()).exportKey;
    } catch (error) {
      throw error instanceof NoExportYet ? error : toStoreFailure(operation, error);
    }
  };
  return {
    async newest() {
      const command = new GetObjectCommand({ Bucket: bucket, Key: await newestKey() });
      // Signing needs the role's credentials, which may have to be fetched.
      return storeCall('signing the link to the export', () =>
        getSignedUrl(client, command, { expiresIn: linkSeconds, signingDate: new Date(now()) }),
      );
    },
  };
};

let link: ExportLink | undefined;

const linkFromEnvironment = (): ExportLink => {
  link ??= publishedExport({
    client: s3Client(),
    bucket: environmentVariable('PUBLISHED_BUCKET'),
    checkSeconds: checkSecondsFromEnvironment(),
    now: Date.now,
    onFailure: (error) => logger.error('the newest export could not be looked up', { error }),
  });
  return link;
};

/** The export of this deployment's bucket. Its first use throws MissingSetting where the deployment has none. */
export const publishedExportFromEnvironment = (): ExportLink => ({
  newest: async () => linkFromEnvironment().newest(),
});
