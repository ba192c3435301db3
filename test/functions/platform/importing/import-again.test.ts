import { gzipSync } from 'node:zlib';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { markImportStarted } from '../../../../shared/data-access/importing/import-mark.ts';
import { ImportStopped } from '../../../../shared/data-access/importing/import-records.ts';
import { billerLine, fileOf, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { perTest } from '../../../support/per-test.ts';
import { interceptedBucket } from '../intercepted-bucket.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perTest(startImporter);

const a = fileOf([locationLine('A')]);
const b = fileOf([locationLine('B')]);
const many = fileOf(Array.from({ length: 12 }, (_, index) => locationLine(`L${index}`)));
const codesIn = async () =>
  (await importer.rowsOf('locations')).map(({ locationCode }) => String(locationCode)).sort();
const statusOf = async (...file: Parameters<typeof importer.import>) =>
  (await importer.import(...file)).status;
const failedWith = (failure: RegExp) => ({ status: 'failed', failure: expect.stringMatching(failure) });
const restored = (mark: object | undefined) => ({ ...mark, restoredAt: expect.any(String) });

describe('a file in the import bucket', () => {
  it('is not imported again if its event is delivered twice', async () => {
    const put = await importer.put('locations/a', a);
    await importer.deliver(put);
    const report = await importer.reportOf('locations/a');
    await importer.import('locations/b', b);
    await importer.deliver(put);
    expect(await importer.reportOf('locations/a')).toEqual(report);
    expect(await codesIn()).toEqual(['B']);
  });

  it('is skipped if another file has replaced it', async () => {
    const first = await importer.put('locations/a', a);
    const second = await importer.put('locations/a', b);
    await importer.deliver(first);
    expect(await importer.rowsOf('locations')).toEqual([]);
    expect(await importer.imports.keys()).toEqual(['locations/a']);
    await importer.deliver(second);
    expect(await codesIn()).toEqual(['B']);
  });

  it('is skipped if it was removed', async () => {
    const put = await importer.put('locations/a', a);
    await importer.imports.client.send(
      new DeleteObjectCommand({ Bucket: importer.imports.bucket, Key: 'locations/a' }),
    );
    await importer.deliver(put);
    expect(await importer.imports.keys()).toEqual([]);
    expect(await importer.mark()).toBeUndefined();
  });
});

describe('a file that is replaced during its import', () => {
  it('is abandoned at the next delivery, and publications are held until the next import', async () => {
    const first = await importer.put('locations/file', many);
    await expect(importer.deliver(first, { maxSteps: 6 })).rejects.toThrow(ImportStopped);
    const second = await importer.put('locations/file', a);
    await importer.deliver(first);
    expect(await importer.reportOf('locations/file')).toMatchObject({
      status: 'failed',
      failure: 'locations/file was replaced or removed',
      line: 7,
      summary: { added: 7 },
    });
    expect(await importer.mark()).not.toHaveProperty('endedAt');
    await importer.deliver(second);
    expect(await importer.reportOf('locations/file')).toMatchObject({ status: 'imported' });
    expect(await importer.mark()).toHaveProperty('endedAt');
    expect(await codesIn()).toEqual(['A']);
  });

  it('is abandoned when the next part is read', async () => {
    const long = `{"location_code": "${'x'.repeat(300_000)}"}\n`.repeat(30);
    const put = await importer.put('locations/file', `${a}${long}`);
    const before = async (_key: string, _command: string, { Range }: { readonly Range?: string }) => {
      if (Range?.startsWith('bytes=8388608-')) await importer.imports.put('locations/file', b);
    };
    await importer.deliver(put, { imports: interceptedBucket(importer.imports, { before }) });
    expect(await importer.reportOf('locations/file')).toMatchObject({
      status: 'failed',
      failure: 'locations/file was replaced or removed',
      summary: { added: 1, failed: expect.any(Number) },
    });
    expect(await codesIn()).toEqual(['A']);
  });
});

it('a damaged gzip file changes nothing, does not block publications, and is imported once an intact copy is uploaded', async () => {
  await importer.import('locations/before', b);
  const mark = await importer.mark();
  const whole = gzipSync(fileOf(Array.from({ length: 300 }, (_, index) => locationLine(`L${index}`))));
  const put = await importer.put('locations/file.gz', whole.subarray(0, -20));
  await importer.deliver(put);
  const failed = await importer.reportOf('locations/file.gz');
  expect(failed).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/cannot be read past line \d{2,3}: the gzip file is damaged/),
    line: 0,
    summary: { read: 0, added: 0, removed: 0 },
  });
  expect(await codesIn()).toEqual(['B']);
  expect(await importer.mark()).toEqual(mark);
  // The failure is final: another delivery changes nothing.
  await importer.deliver(put);
  expect(await importer.reportOf('locations/file.gz')).toEqual(failed);
  await importer.deliver(await importer.put('locations/file.gz', whole), { linesPerReport: 1_000 });
  const { summary } = await importer.reportOf('locations/file.gz');
  expect(summary).toMatchObject({ read: 300, added: 300, removed: 1 });
});

describe('after an interrupted merge or restore', () => {
  const merge = { mode: 'merge' };
  const half = async (metadata: Record<string, string> = merge) => {
    const put = await importer.put('locations/half', many, metadata);
    await expect(importer.deliver(put, { maxSteps: 10 })).rejects.toThrow(ImportStopped);
  };

  it('rejects the merge of another file, and keeps publications on hold', async () => {
    await half();
    const mark = await importer.mark();
    expect(mark).toMatchObject({ mode: 'merge', file: 'locations/half' });
    expect(await importer.import('locations/other', a, merge)).toMatchObject(
      failedWith(/the import of locations .* stopped halfway.* Upload that file again first/),
    );
    expect(await importer.mark()).toEqual(mark);
    expect(await codesIn()).not.toContain('A');
  });

  it('completes the merge with the same file or with any replacement', async () => {
    await half();
    const { status, summary } = await importer.import('locations/half', many, merge);
    expect([status, summary.unchanged > 0]).toEqual(['imported', true]);
    expect(await importer.mark()).toHaveProperty('endedAt');
    await half();
    expect(await statusOf('locations/other', a)).toBe('imported');
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it('keeps publications on hold for it if the next file has no valid line', async () => {
    await half();
    const mark = await importer.mark();
    expect(await statusOf('locations/bad', '{\n')).toBe('refused');
    expect(await importer.mark()).toEqual(restored(mark));
    for (const text of ['', '{\n']) {
      const { summary } = await importer.import('locations/half', text, merge);
      expect(summary).toMatchObject({ added: 0, changed: 0, unchanged: 0 });
      expect(await importer.mark()).toEqual(restored(mark));
    }
    expect(await statusOf('locations/half', many, merge)).toBe('imported');
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it('accepts the same file under another key if its metadata identifies it', async () => {
    const identified = { ...merge, 'waypost-files': 'files 1' };
    await half(identified);
    const another = { ...merge, 'waypost-files': 'files 2' };
    expect(await statusOf('locations/half', many, another)).toBe('failed');
    expect(await importer.import('locations/again', many, identified)).toMatchObject({
      status: 'imported',
      warnings: [expect.stringContaining('service codes not among')],
    });
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it.each([
    [
      'a restore, which is named with what to do',
      { restoredFrom: 'restored' },
      /^the restore of locations from the table restored .* Upload this file again after that restore has finished/,
    ],
    ['an unknown file', {}, /the import of locations .* stopped halfway/],
  ])('rejects any merge if what was interrupted is %s', async (_what, source, failure) => {
    const startedAt = '2026-08-01T00:00:00.000Z';
    const interrupted = { kind: 'locations', mode: 'merge', startedAt, ...source } as const;
    await markImportStarted(importer.ports.published, interrupted);
    expect(await importer.import('locations/file', a, merge)).toMatchObject(failedWith(failure));
    expect(await importer.mark()).toEqual(interrupted);
    expect(await statusOf('locations/file', a)).toBe('imported');
  });
});

describe('after an interrupted import', () => {
  const startedAt = '2026-08-01T00:00:00.000Z';
  const half = { kind: 'locations', mode: 'replace', startedAt, file: 'locations/file' } as const;
  beforeEach(async () => {
    await importer.import('locations/before', a);
    await markImportStarted(importer.ports.published, half);
  });

  it.each<{ key: string; text: string; metadata: Record<string, string> }>([
    { key: 'services/file', text: fileOf([serviceLine(1)]), metadata: {} },
    { key: 'locations/file', text: b, metadata: { mode: 'merge' } },
  ])('rejects a file that does not complete it ($key)', async ({ key, text, metadata }) => {
    const report = await importer.import(key, text, metadata);
    expect(report).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining(
        'the import of locations that started at 2026-08-01T00:00:00.000Z stopped halfway',
      ),
      line: 0,
    });
    expect(await importer.mark()).toEqual(half);
    expect(await codesIn()).toEqual(['A']);
    expect(await importer.rowsOf('capabilities')).toEqual([]);
  });

  it('accepts a file that completes it', async () => {
    expect(await statusOf('locations/file', b)).toBe('imported');
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it('accepts any forced file, but keeps publications on hold if it is of another kind', async () => {
    const force = { force: 'true' };
    expect(await statusOf('services/file', fileOf([serviceLine(1)]), force)).toBe('imported');
    expect(await importer.mark()).toEqual(restored(half));
    expect(await statusOf('locations/file', b, { ...force, mode: 'merge' })).toBe('imported');
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it('keeps publications on hold for it after a forced file of another kind was interrupted too', async () => {
    const services = fileOf(Array.from({ length: 12 }, (_, index) => serviceLine(index + 1)));
    const put = await importer.put('services/file', services, { force: 'true' });
    await expect(importer.deliver(put, { maxSteps: 6 })).rejects.toThrow(ImportStopped);
    expect(await importer.mark()).toMatchObject({ kind: 'services', interrupted: half });
    expect(await statusOf('services/again', services)).toBe('imported');
    expect(await importer.mark()).toEqual(restored(half));
    expect(await statusOf('locations/file', b)).toBe('imported');
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it('accepts files of kinds that are not published', async () => {
    expect(await statusOf('billers/file', fileOf([billerLine('1')]))).toBe('imported');
    expect(await importer.mark()).toEqual(half);
  });

  it('keeps publications on hold if the next file is rejected, even if the import of that file was resumed', async () => {
    const put = await importer.put('locations/bad', '{\n[\n');
    await expect(importer.deliver(put, { maxSteps: 0 })).rejects.toThrow(ImportStopped);
    await importer.deliver(put);
    expect(await importer.reportOf('locations/bad')).toMatchObject({ status: 'refused' });
    expect(await importer.mark()).toEqual(restored(half));
  });

  it('accepts only forced files if last-import.json is damaged', async () => {
    await importer.published.put('last-import.json', '{');
    expect(await importer.import('locations/file', b)).toMatchObject(
      failedWith(/last-import.json is damaged/),
    );
    expect(await statusOf('locations/file', b, { force: 'true' })).toBe('imported');
  });
});

it('replaces an unreadable report', async () => {
  const put = await importer.put('locations/a', a);
  await importer.imports.put('locations/a.report.json', '{"file":');
  await importer.deliver(put);
  expect(await importer.reportOf('locations/a')).toMatchObject({ status: 'imported', summary: { added: 1 } });
});
