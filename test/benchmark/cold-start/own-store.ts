import { PutObjectCommand } from '@aws-sdk/client-s3';
import { forkStore } from '../../infra/local/object-store/forked-store.ts';
import { bucket, clientOf, credentials } from '../../infra/local/object-store/store-under-test.ts';
import type { PublishingStore } from '../../support/processes/search-starts.ts';
import { temporaryFolder } from '../search/servers/own-process.ts';

/**
 * A store on a folder and in a process of its own: in the benchmark's it would answer while all that the benchmark has in
 * memory is collected.
 */
export const startOwnStore = async (): Promise<PublishingStore & AsyncDisposable> => {
  const folder = await temporaryFolder('bench-store');
  const { endpoint, kill } = await forkStore(folder.path).catch(async (error) => {
    await folder.remove();
    throw error;
  });
  const client = clientOf(endpoint);
  return {
    endpoint,
    credentials,
    client,
    bucket,
    put: (Key, Body) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body })),
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await kill();
      await folder.remove();
    },
  };
};
