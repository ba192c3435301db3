import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tableKinds } from '../../../../shared/data-access/importing/import-kinds.ts';
import { ImportStopped } from '../../../../shared/data-access/importing/import-records.ts';
import { maxReportedBadLines } from '../../../../shared/data-access/importing/import-report.ts';
import { recordKinds } from '../../../../shared/data-access/importing/record-kinds.ts';
import { typeBucket } from '../../../../shared/data-access/location-table.ts';
import { captureLog, metricsIn } from '../../../support/captured-log.ts';
import {
  billerLine,
  fileOf,
  locationLine,
  placeLine,
  serviceLine,
} from '../../../support/networks/import-lines.ts';
import { perFile } from '../../../support/per-test.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perFile(startImporter);

const linesOf = {
  locations: ['A', 'B', 'C'].map((code) => locationLine(code)),
  services: [7, 8, 9].map((code) => serviceLine(code)),
  'parcel-limits': ['PO', 'UPL', 'DC'].map((type) => ({ type, parcel_limits: { weight: 22_000 } })),
  billers: ['1', '2', '3'].map((code) => billerLine(code)),
  'bill-types': ['GAS', 'TAX', 'WATER'].map((code) => ({ code, name: code.toLowerCase() })),
  places: ['3000', '3065', '0800'].map((postcode) => placeLine(postcode)),
  holidays: ['2027-01-01', '2027-01-26', '2027-03-26'].map((date) => ({ date, name: 'Holiday' })),
};
const tableOf = {
  locations: 'locations',
  services: 'capabilities',
  'parcel-limits': 'locations',
  billers: 'billers',
  'bill-types': 'billers',
  places: 'billers',
  holidays: 'billers',
} as const;

const codesIn = async () =>
  (await importer.rowsOf('locations'))
    .filter(({ bucket }) => bucket !== typeBucket)
    .map(({ locationCode }) => String(locationCode))
    .sort();

describe('a file in the import bucket', () => {
  it.each(tableKinds.map((kind, index) => ({ kind, zipped: index % 2 === 0 })))(
    'is imported as the kind in its key ($kind, gzip: $zipped)',
    async ({ kind, zipped }) => {
      await importer.import(`${kind}/none`, '', { force: 'true' });
      const text = fileOf(linesOf[kind]);
      const key = `${kind}/2026/${zipped ? 'zipped' : 'plain'} file.ndjson`;
      const report = await importer.import(key, zipped ? gzipSync(text) : text);
      expect(report).toMatchObject({
        file: key,
        kind,
        mode: 'replace',
        force: false,
        status: 'imported',
        line: 3,
        summary: { read: 3, added: 3, changed: 0, unchanged: 0, removed: 0, failed: 0, refused: false },
        badLines: [],
      });
      expect(Date.parse(report.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(report.startedAt));
      const rows = await importer.rowsOf(tableOf[kind]);
      const [attribute, value] = recordKinds[kind].partition ?? [];
      expect(
        rows.filter((row) => (attribute ? row[attribute] === value : row.bucket !== typeBucket)),
      ).toHaveLength(3);
    },
  );

  it('replaces all records of its kind, or is merged if its metadata requests it', async () => {
    await importer.import('locations/first', fileOf([locationLine('A'), locationLine('B')]));
    const merged = await importer.import('locations/second', fileOf([locationLine('C')]), { mode: 'merge' });
    expect(merged).toMatchObject({ mode: 'merge', summary: { added: 1, removed: 0 } });
    expect(await codesIn()).toEqual(['A', 'B', 'C']);
    const replaced = await importer.import('locations/third', fileOf([locationLine('B')]));
    expect(replaced).toMatchObject({ mode: 'replace', summary: { unchanged: 1, removed: 2 } });
    expect(await codesIn()).toEqual(['B']);
  });

  it('has a limited number of bad lines in its report, which counts all of them', async () => {
    const lines = Array.from({ length: maxReportedBadLines + 5 }, () => '{');
    await importer.import('billers/some', fileOf([billerLine('1')]));
    const put = await importer.put('billers/rubbish', fileOf([...lines, billerLine('2')]));
    await importer.deliver(put, { linesPerReport: 1_000 });
    const report = await importer.reportOf('billers/rubbish');
    expect(report.badLines).toHaveLength(maxReportedBadLines);
    expect(report.badLines.at(-1)?.line).toBe(maxReportedBadLines);
    expect(report).toMatchObject({
      line: lines.length + 1,
      summary: { failed: lines.length, added: 1, removed: 1 },
    });
  });

  it('is imported with warnings about removed records, records kept because of bad lines, and unknown services', async () => {
    await importer.import('services/few', fileOf([serviceLine(8)]), { force: 'true' });
    await importer.import('locations/before', fileOf(['A', 'B', 'C', 'D'].map((code) => locationLine(code))));
    const after = fileOf([locationLine('A'), locationLine('B', { lat: 'north' })]);
    const { warnings } = await importer.import('locations/after', after);
    expect(warnings).toEqual([
      'stored records kept unchanged, because their lines are bad: 1',
      'the input leaves out 2 of 4 stored records, which were removed; publishing the result would be rejected unless it is forced',
      'locations refer to service codes not among the imported services (1): 7 (1 location, in line 1)',
    ]);
  });

  it('is imported with a warning if a service has the same capability_id as one kept because of a bad line', async () => {
    const shared = { capability_id: 'OC1' };
    await importer.import('services/kept', fileOf([serviceLine(8, shared)]), { force: 'true' });
    const lines = [serviceLine(8, { name: 8 }), serviceLine(9, shared)];
    const { summary, warnings } = await importer.import('services/keeping', fileOf(lines));
    expect(summary).toMatchObject({ added: 1, kept: 1, removed: 0 });
    expect(warnings).toContain(
      'capability_ids are shared by several services, so version 3 lists them several times (1): OC1 (service codes 8, 9)',
    );
  });

  it('removes nothing if no line is valid, unless forced by its metadata', async () => {
    await importer.import('locations/good', fileOf([locationLine('A')]));
    const rejected = await importer.import('locations/empty', '');
    expect(rejected).toMatchObject({
      status: 'refused',
      failure: expect.stringContaining('force = true'),
      summary: { removed: 0, refused: true },
    });
    expect(await codesIn()).toEqual(['A']);
    expect(await importer.mark()).toHaveProperty('endedAt');
    const forced = await importer.import('locations/empty', '', { force: 'true' });
    expect(forced).toMatchObject({ status: 'imported', force: true, summary: { removed: 1 } });
    expect(forced.failure).toBeUndefined();
    expect(await codesIn()).toEqual([]);
  });

  it.each<{ metadata: Record<string, string>; failure: string }>([
    { metadata: { mode: 'Merge' }, failure: 'the metadata of the file: mode: must be replace or merge' },
    { metadata: { force: 'yes' }, failure: 'the metadata of the file: force: must be true or false' },
    {
      metadata: { mode: 'merge', 'force-all': 'true', merge: 'true', owner: 'us' },
      failure:
        'the metadata of the file: unknown options: force-all, merge. Use only mode (replace or merge) and force (true or false)',
    },
  ])('is not imported if its metadata is invalid: $metadata', async ({ metadata, failure }) => {
    await importer.import('locations/known', fileOf([locationLine('A')]));
    const report = await importer.import('locations/unknown', fileOf([locationLine('B')]), metadata);
    expect(report).toMatchObject({ status: 'failed', failure, line: 0 });
    expect(await codesIn()).toEqual(['A']);
  });

  it('is imported with a warning about unknown metadata, even in several deliveries', async () => {
    const lines = fileOf(['A', 'B', 'C'].map((code) => billerLine(code)));
    const put = await importer.put('billers/named', lines, { owner: 'us', mtime: '1' });
    await expect(importer.deliver(put, { maxSteps: 1, linesPerReport: 1 })).rejects.toThrow(ImportStopped);
    await importer.deliver(put);
    const { status, warnings } = await importer.reportOf('billers/named');
    expect(status).toBe('imported');
    expect(warnings.filter((warning) => warning.includes('metadata'))).toEqual([
      expect.stringMatching(/^ignored unknown file metadata: (owner, mtime|mtime, owner)$/),
    ]);
  });

  it.each(['', '{\n{}\n'])('is imported with a warning if it merges nothing: %j', async (text) => {
    const report = await importer.import('billers/nothing', text, { mode: 'merge' });
    const warnings = ['the input has no valid line, so nothing was merged'];
    expect(report).toMatchObject({ status: 'imported', warnings });
    const billTypes = fileOf([{ code: 'WATER', name: 'Water' }]);
    await importer.import('bill-types/all', billTypes, { mode: 'merge' });
    const one = fileOf(['{', billerLine('1')]);
    expect(await importer.import('billers/one', one, { mode: 'merge' })).toMatchObject({ warnings: [] });
  });

  it.each(['stations/file.ndjson', 'Bill-Types/x', 'locations', 'other/locations/file'])(
    'is logged as failed if its key has no kind or no file name: %s',
    async (key) => {
      const log = captureLog();
      const put = await importer.put(key, fileOf([locationLine('Z')]));
      await importer.deliver(put);
      expect(log()).toContain('its key must be a file name after one of the prefixes');
      expect(log()).toMatch(/"ImportFailed":\[?1/);
      expect(await importer.imports.keys()).not.toContain(`${key}.report.json`);
    },
  );

  it.each(['locations/', 'services/folder/', 'other/'])('is ignored if it is a folder: %s', async (key) => {
    const log = captureLog();
    await importer.deliver(await importer.put(key, ''));
    expect(log()).toContain('the key is a folder');
    expect(log()).not.toContain('ImportFailed');
  });

  it('fails permanently if the key of its report would be too long', async () => {
    const keyOf = (bytes: number) => `billers/é${'x'.repeat(bytes - 'billers/'.length - 2)}`;
    const log = captureLog();
    await importer.deliver(await importer.put(keyOf(1_013), fileOf([billerLine('1')])));
    expect(log()).toContain('its key is too long');
    expect(log()).toMatch(/"ImportFailed":\[?1/);
    expect(await importer.import(keyOf(1_012), fileOf([billerLine('1')]))).toMatchObject({
      status: 'imported',
    });
  });

  it('is counted by outcome, and its rejected lines are counted if the others were imported', async () => {
    const log = captureLog();
    await importer.import('billers/counted', fileOf([billerLine('1'), '{']));
    expect(log()).toMatch(/"ImportSucceeded":\[?1/);
    expect(log()).toMatch(/"ImportLinesRejected":\[?1/);
    expect(log()).not.toContain('Lake Water');
    await importer.import('billers/counted', fileOf(['{']), { mode: 'replace' });
    expect(log()).toMatch(/"ImportRefused":\[?1/);
    const rejected = metricsIn(log()).filter(({ name }) => name === 'ImportLinesRejected');
    expect(rejected.map(({ value }) => value)).toEqual([1, 0]);
  });

  it.each([
    ['two messages', (record: unknown) => ({ Records: [record, record] })],
    ['a message that is not JSON', () => ({ Records: [{ body: 'x' }] })],
    [
      'an event of another type',
      () => ({ Records: [{ body: JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Deleted' }) }] }),
    ],
  ])('fails a delivery that contains %s', async (_, eventOf) => {
    const { Records } = await importer.put('locations/any', '');
    await expect(importer.deliver(eventOf(Records[0]))).rejects.toThrow();
  });
});
