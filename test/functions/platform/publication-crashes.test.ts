import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { bucketClient, type LocalBucket, startLocalBucket } from '../../support/local-bucket.ts';
import { postOffices } from '../../support/network-records.ts';
import { networkOf, publishNetwork, servedFrom } from '../../support/publish-network.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

describe('a publication that does not come to its end', () => {
  /** S3 as it was reached by a publisher that died before its n-th write. */
  const dyingBefore = (write: number) => {
    const client = bucketClient(store.endpoint);
    const writes = { count: 0 };
    client.middlewareStack.add(
      (next, context) => async (request) => {
        if (context.commandName === PutObjectCommand.name && ++writes.count >= write)
          throw new Error('killed');
        return next(request);
      },
      { step: 'initialize' },
    );
    return { client, bucket: store.bucket };
  };

  it.each([
    ['before the catalogue', 1, 0],
    ['before the export', 2, 1],
    ['before the manifest', 3, 2],
  ])('%s leaves the former version served, and the next run heals', async (_where, write, newFiles) => {
    const former = await publishNetwork(store, networkOf(postOffices(5)));
    const files = (await store.keys()).length;
    await expect(publishNetwork(dyingBefore(write), networkOf(postOffices(9)))).rejects.toThrow(
      StoreUnavailable,
    );
    expect((await store.keys()).length).toBe(files + newFiles);
    expect(await servedFrom(store)).toEqual({ version: former.version, size: 5 });
    await publishNetwork(store, networkOf(postOffices(9)));
    expect((await servedFrom(store)).size).toBe(9);
  });

  it('since a file is not what was stored leaves the former version served', async () => {
    const former = await publishNetwork(store, networkOf(postOffices(5)));
    const client = bucketClient(store.endpoint);
    client.middlewareStack.add(
      (next, context) => async (request) => {
        const answer = await next(request);
        if (context.commandName === PutObjectCommand.name) {
          const key = (await store.keys()).filter((name) => !name.includes(former.version));
          for (const name of key.filter((other) => other.startsWith('export/')))
            await store.put(name, 'half');
        }
        return answer;
      },
      { step: 'initialize' },
    );
    const bucket = { client, bucket: store.bucket };
    await expect(publishNetwork(bucket, networkOf(postOffices(9)))).rejects.toThrow(DamagedPublication);
    expect(await servedFrom(store)).toEqual({ version: former.version, size: 5 });
  });
});
