import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import {
  DamagedPublication,
  NewerPublicationFormat,
} from '../../../shared/data-access/publishing/damaged-publication.ts';
import { isComplete } from '../../../shared/data-access/publishing/reading/complete-manifest.ts';
import {
  manifestFormat,
  readManifests,
} from '../../../shared/data-access/publishing/reading/published-manifest.ts';
import { storeCall } from '../../../shared/data-access/store-failure.ts';
import { manifestKeys } from '../../../shared/domain/location/publication/object-keys.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { publishAtStart } from './first-publication.ts';

/** What is served, next to what there is. */
type Standing =
  | 'newest'
  /** This release has published nothing here yet. */
  | 'not published'
  /** What is published lacks what this release adds, such as a format of the export. */
  | 'incomplete'
  /** The release before has published since, as after going back to it and forward again. */
  | 'behind the release before';

const standingOf = async (bucket: Bucket): Promise<Standing> => {
  const manifests = await readManifests(bucket);
  const own = manifests.find(({ format }) => format === manifestFormat);
  if (own === undefined) return 'not published';
  const isBehind = manifests.some(({ publishedAt }) => Date.parse(publishedAt) > Date.parse(own.publishedAt));
  if (isBehind) return 'behind the release before';
  return isComplete(own) ? 'newest' : 'incomplete';
};

const isUnreadable = (error: unknown): boolean =>
  error instanceof DamagedPublication || error instanceof NewerPublicationFormat;

/** The publisher goes on from what the release before published, as it did at the first time. Throws StoreUnavailable. */
const forgetOwn = async ({ client, bucket }: Bucket): Promise<void> => {
  const command = new DeleteObjectCommand({ Bucket: bucket, Key: manifestKeys[0] });
  await storeCall('removing the manifest', () => client.send(command));
};

export interface NewestPublication {
  readonly bucket: Bucket;
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly publisherFunction: string;
  /** Whether there is nothing to publish: no version is missing then. */
  readonly isEmpty: boolean;
  readonly report: (line: string) => void;
}

/**
 * Publishes before anybody is answered where this release has published nothing of a network that is there, or not all
 * that it publishes, and where what it published is older than what the release before did since. A publication that
 * fails is told of, and the start goes on. To be called while nothing else publishes. Throws StoreUnavailable.
 */
export const publishNewest = async (stack: NewestPublication): Promise<void> => {
  const { bucket, functions, publisherFunction, isEmpty, report } = stack;
  const standing = await standingOf(bucket).catch((error: unknown) => {
    // Which the next publication replaces, and `waypost status` tells of.
    if (isUnreadable(error)) return 'newest' as const;
    throw error;
  });
  if (standing === 'newest' || (isEmpty && standing !== 'behind the release before')) return;
  if (standing === 'behind the release before') {
    report('Publishing the network: the release before has published since this one did');
    await forgetOwn(bucket);
  } else if (standing === 'incomplete') report('Publishing the network, with what this release adds');
  else report('Publishing the network, of which this release has published nothing yet');
  const shortfall = await publishAtStart(functions, publisherFunction);
  if (shortfall !== undefined)
    report(`The network was not published: ${shortfall}. See npx waypost status, and npx waypost publish`);
};
