import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { publishAtStart } from './first-publication.ts';

/** Whether there is a publication that can be read. Throws StoreUnavailable. */
const isPublished = async (bucket: Bucket): Promise<boolean> => {
  try {
    return (await readManifest(bucket)).kind === 'found';
  } catch (error) {
    if (error instanceof DamagedPublication) return false;
    throw error;
  }
};

export interface UnpublishedNetwork {
  readonly bucket: Bucket;
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly publisherFunction: string;
  readonly report: (line: string) => void;
}

/**
 * Publishes a stored network before any request is answered if nothing is published, as when the files were lost, or
 * nothing that can be read. A failed publication is reported, and the start goes on. To be called while nothing else
 * publishes. Throws StoreUnavailable.
 */
export const publishIfUnpublished = async (stack: UnpublishedNetwork): Promise<void> => {
  const { bucket, functions, publisherFunction, report } = stack;
  if (await isPublished(bucket)) return;
  report('Publishing the network, of which nothing is published that can be read');
  const shortfall = await publishAtStart(functions, publisherFunction);
  if (shortfall !== undefined)
    report(`The network was not published: ${shortfall}. See npx waypost status, and npx waypost publish`);
};
