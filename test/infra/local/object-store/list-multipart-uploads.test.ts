import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { bucket, startStoreUnderTest } from './store-under-test.ts';

const Bucket = bucket;

it('ListMultipartUploads pages through open uploads by key and by when they were begun', async () => {
  let now = Date.now();
  await using store = await startStoreUnderTest({ now: () => now });
  const begin = async (Key: string) => {
    now += 1000;
    return (await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
  };
  const list = (settings = {}) => store.client.send(new ListMultipartUploadsCommand({ Bucket, ...settings }));
  expect((await list()).Uploads).toBeUndefined();

  const second = await begin('versions/b');
  const first = await begin('versions/a');
  const third = await begin('versions/b');
  await begin('other');
  const page = await list({ Prefix: 'versions/', MaxUploads: 2 });
  expect(page.Uploads?.map(({ UploadId }) => UploadId)).toEqual([first, second]);
  expect(page).toMatchObject({ IsTruncated: true, NextKeyMarker: 'versions/b', NextUploadIdMarker: second });
  const rest = await list({
    Prefix: 'versions/',
    KeyMarker: page.NextKeyMarker,
    UploadIdMarker: page.NextUploadIdMarker,
  });
  expect(rest.Uploads).toMatchObject([{ Key: 'versions/b', UploadId: third, Initiated: expect.any(Date) }]);
  expect(rest.IsTruncated).toBe(false);
  expect((await list({ Prefix: 'versions/', KeyMarker: 'versions/a' })).Uploads).toHaveLength(2);
});
