import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RestoreOvertaken, underRestoreMark } from '../../../../infra/operator/restore/restore-mark.ts';
import {
  followsInterrupted,
  markImportBegun,
  readLastImport,
  readUnfinishedImport,
  underImportMark,
} from '../../../../shared/data-access/importing/import-mark.ts';
import { lastImportKey } from '../../../../shared/domain/publication/object-keys.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

const restore = { kind: 'locations', fromTable: 'restored' } as const;
const startedAt = '2026-11-20T00:00:00.000Z';
const replacement = { kind: 'locations', mode: 'replace', startedAt, followsInterrupted: false } as const;
const whole = { summary: { refused: false } };

describe('the mark of a restore', () => {
  let bucket: LocalBucket;
  beforeAll(async () => {
    bucket = await startLocalBucket();
  });
  afterAll(() => bucket.close());
  beforeEach(() =>
    bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: lastImportKey })),
  );

  it('names the table while it copies, and its end afterwards', async () => {
    const copied = await underRestoreMark(bucket, restore, () => readUnfinishedImport(bucket));
    expect(copied).toMatchObject({ kind: 'locations', restoredFrom: 'restored' });
    expect((await readLastImport(bucket)).mark).toEqual({ ...copied, endedAt: expect.any(String) });
  });

  it('leaves that of an import that began meanwhile and still writes, and says so', async () => {
    const copying = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<void>();
    const importBegun = Promise.withResolvers<void>();
    const restoring = underRestoreMark(bucket, restore, async () => {
      copying.resolve();
      await importBegun.promise;
    });
    await copying.promise;
    const importing = underImportMark(bucket, replacement, async () => {
      importBegun.resolve();
      await writing.promise;
      return whole;
    });
    await expect(restoring).rejects.toThrow(RestoreOvertaken);
    expect(await readUnfinishedImport(bucket)).toEqual({ kind: 'locations', mode: 'replace', startedAt });
    writing.resolve();
    await importing;
    expect((await readLastImport(bucket)).mark).toMatchObject({ startedAt, endedAt: expect.any(String) });
  });

  it('fails where an import began and ended while it copied', async () => {
    const restoring = underRestoreMark(bucket, restore, () =>
      underImportMark(bucket, replacement, async () => whole),
    );
    await expect(restoring).rejects.toThrow('Repeat the restore when that has ended');
  });

  it('keeps merges and imports of the other kind away until it has ended', async () => {
    const merge = { kind: 'locations', mode: 'merge', file: 'one file' } as const;
    const ofServices = { kind: 'services', mode: 'replace', file: 'another' } as const;
    await underRestoreMark(bucket, restore, async () => {
      for (const next of [merge, ofServices])
        await expect(followsInterrupted(bucket, next, false)).rejects.toThrow(
          /^the restore of locations from the table restored that began at .* or is running still$/,
        );
      expect(await followsInterrupted(bucket, replacement, false)).toBe(true);
    });
    expect(await followsInterrupted(bucket, merge, false)).toBe(false);
  });

  it('is left by an import that ends after it has begun', async () => {
    const mark = { kind: 'locations', mode: 'merge', restoredFrom: 'restored', startedAt } as const;
    await underImportMark(bucket, { ...replacement, startedAt: '2026-11-19T00:00:00.000Z' }, async () => {
      await markImportBegun(bucket, mark);
      return whole;
    });
    expect(await readUnfinishedImport(bucket)).toEqual(mark);
  });
});
