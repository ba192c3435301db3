import { gunzipSync } from 'node:zlib';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTextUpload } from '../../../../../shared/data-access/publishing/writing/text-upload.ts';
import { type LocalBucket, startLocalBucket } from '../../../../support/local-bucket.ts';
import { incompressibleLines, key, leftIn, sha256, upload } from './text-under-test.ts';

let store: LocalBucket;
beforeAll(async () => {
  store = await startLocalBucket();
});
afterAll(() => store.close());

describe('a text upload', () => {
  it.each([
    ['no text', []],
    ['a little text', ['one\n', 'two\n', 'Café 東京 📮\n']],
    ['text beyond one part', incompressibleLines(14)],
  ])('stores %s as gzip, and says what it stored', async (_size, pieces) => {
    const stored = await upload(store, pieces);
    const object = await store.get(key);
    const content = gunzipSync(object).toString();
    expect(content === pieces.join('')).toBe(true);
    expect(stored).toEqual({
      key,
      bytes: object.length,
      sha256: sha256(object),
      contentBytes: Buffer.byteLength(content),
      contentSha256: sha256(content),
    });
    expect(await leftIn(store)).toEqual({ objects: [key], uploads: [] });
  });

  it.each([
    ['in one part', ['text']],
    ['in several', incompressibleLines(8)],
  ])('gives clients its headers, sent %s', async (_parts, pieces) => {
    const file = openTextUpload(store, {
      key: 'with-headers',
      contentType: 'text/csv; charset=utf-8; header=present',
      contentDisposition: 'attachment; filename="workcentres-2026-11-21.csv"',
    });
    for (const piece of pieces) await file.write(piece);
    await file.end();
    expect(
      await store.client.send(new HeadObjectCommand({ Bucket: store.bucket, Key: 'with-headers' })),
    ).toMatchObject({
      ContentType: 'text/csv; charset=utf-8; header=present',
      ContentEncoding: 'gzip',
      ContentDisposition: 'attachment; filename="workcentres-2026-11-21.csv"',
    });
  });

  it('goes on beside others', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
      name,
      file: openTextUpload(store, { key: `beside/${name}`, contentType: 'text/plain' }),
    }));
    for (const line of incompressibleLines(7)) {
      for (const { name, file } of files) await file.write(`${name} ${line}\n`);
    }
    const stored = await Promise.all(files.map(({ file }) => file.end()));
    for (const [index, { name }] of files.entries()) {
      const content = gunzipSync(await store.get(`beside/${name}`)).toString();
      expect(content.startsWith(`${name} `)).toBe(true);
      expect(sha256(content)).toBe(stored[index]?.contentSha256);
    }
  });
});
