import { beforeAll, describe, expect, it } from 'vitest';
import { ImportStopped } from '../../../../shared/data-access/importing/import-records.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { billerLine, fileOf, locationLine } from '../../../support/networks/import-lines.ts';
import { perFile } from '../../../support/per-test.ts';
import { interceptedBucket } from '../intercepted-bucket.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perFile(startImporter);

const locations = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => locationLine(`L${from + index}`));

/** Records stored before the import. Some stay, change or are removed, and one is kept because of a bad line. */
const before = fileOf([...locations(0, 20), locationLine('KEPT'), ...locations(90, 100)]);
const file = fileOf([
  ...locations(0, 4),
  '{',
  ...locations(4, 9).map((line) => ({ ...line, name: 'ANOTHER' })),
  locationLine('KEPT', { type: 'SHOP' }),
  locationLine('L2'),
  '',
  ...locations(18, 30),
  locationLine('TINY', { lat: 1e-200 }),
  locationLine('L20', { name: 'TOO LATE' }),
  ...locations(30, 34),
]);

const begin = async () => {
  const put = await importer.put('locations/before', before, { force: 'true' });
  await importer.deliver(put, { linesPerReport: 1_000 });
  return importer.put('locations/file', file);
};

/** Returns the result of an import: the tables, and its report without times. */
const outcome = async () => {
  const {
    startedAt: _,
    updatedAt: __,
    endedAt: ___,
    putAt: ____,
    ...report
  } = await importer.reportOf('locations/file');
  return { report, rows: await importer.rowsOf('locations') };
};

let stepsUninterrupted: number;
let uninterrupted: Awaited<ReturnType<typeof outcome>>;
beforeAll(async () => {
  stepsUninterrupted = await importer.deliver(await begin());
  uninterrupted = await outcome();
});

it('an import without interruption has the expected result', () => {
  expect(uninterrupted.report).toMatchObject({
    status: 'imported',
    line: 31,
    summary: {
      read: 30,
      added: 14,
      changed: 5,
      unchanged: 6,
      removed: 19,
      failed: 5,
      kept: 1,
      refused: false,
    },
  });
  expect(uninterrupted.report.badLines.map(({ line }) => line)).toEqual([5, 11, 12, 26, 27]);
  expect(stepsUninterrupted).toBe(31 + 19);
});

describe('an import that runs out of time', () => {
  // Before the first line, at and after a bad line and a report, after the last line, and during removals.
  it.each([0, 4, 10, 11, 30, 31, 49])(
    'ends like an uninterrupted import, and is not published until it ends (stopped after %i steps)',
    async (maxSteps) => {
      const put = await begin();
      await expect(importer.deliver(put, { maxSteps })).rejects.toThrow(ImportStopped);
      const stopped = await importer.reportOf('locations/file');
      expect(stopped).toMatchObject({ status: 'importing', line: Math.min(maxSteps + 1, 31) });
      const mark = await importer.mark();
      expect(mark).toEqual({
        kind: 'locations',
        mode: 'replace',
        startedAt: stopped.startedAt,
        file: 'locations/file',
      });
      await importer.deliver(put);
      expect(await outcome()).toEqual(uninterrupted);
      expect(await importer.mark()).toEqual({ ...mark, endedAt: expect.any(String) });
    },
  );

  it('resumes as often as necessary, and removes nothing before all lines are stored', async () => {
    const put = await begin();
    for (const maxSteps of [9, 25, 30]) {
      await expect(importer.deliver(put, { maxSteps })).rejects.toThrow(ImportStopped);
      const { summary } = await importer.reportOf('locations/file');
      expect(summary.removed).toBe(0);
      const codes = (await importer.rowsOf('locations')).map(({ locationCode }) => locationCode);
      expect(codes).toEqual(expect.arrayContaining(['L10', 'L99']));
    }
    await expect(importer.deliver(put, { maxSteps: 40 })).rejects.toThrow(ImportStopped);
    expect((await importer.reportOf('locations/file')).summary.removed).toBe(10);
    await importer.deliver(put);
    expect(await outcome()).toEqual(uninterrupted);
  });

  it('overwrites changes made by another import in the meantime', async () => {
    await importer.import('locations/before', before, { force: 'true' });
    const other = await importer.put('locations/other', fileOf([locationLine('L1', { name: 'OTHER' })]));
    const put = await importer.put('locations/file', file);
    await expect(importer.deliver(put, { maxSteps: 20 })).rejects.toThrow(ImportStopped);
    await importer.deliver(other);
    await importer.deliver(put);
    const { rows, report } = await outcome();
    expect(rows.filter(({ locationCode }) => locationCode !== 'KEPT')).toEqual(
      uninterrupted.rows.filter(({ locationCode }) => locationCode !== 'KEPT'),
    );
    // The import started again, so its counts are relative to the rows that it found.
    expect(report.summary).toMatchObject({ read: 30, changed: 1, removed: 0, failed: 5 });
  });

  it('does not resume once a newer file is imported', async () => {
    const put = await begin();
    await expect(importer.deliver(put, { maxSteps: 20 })).rejects.toThrow(ImportStopped);
    await importer.import('locations/newer', fileOf([locationLine('L1', { name: 'NEWER' })]));
    const rows = await importer.rowsOf('locations');
    await importer.deliver(put);
    expect(await importer.reportOf('locations/file')).toMatchObject({ status: 'failed', line: 0 });
    expect(await importer.rowsOf('locations')).toEqual(rows);
    expect(await importer.mark()).toHaveProperty('endedAt');
  });

  it.each([0, 7])(
    'fails if a newer file was merged, and reports that lines may be stored (stopped after %i steps)',
    async (maxSteps) => {
      const key = `billers/half-${maxSteps}`;
      const put = await importer.put(key, fileOf([...'123456789'].map((code) => billerLine(code))));
      await expect(importer.deliver(put, { maxSteps })).rejects.toThrow(ImportStopped);
      await importer.import('billers/newer', fileOf([billerLine('99')]), { mode: 'merge' });
      await importer.deliver(put);
      expect(await importer.reportOf(key)).toMatchObject({
        status: 'failed',
        failure: expect.stringMatching(/a newer file of this kind.*billers\/newer.*lines of this file may/),
      });
    },
  );
});

describe('an import that is killed', () => {
  /** Creates a bucket that fails from the given put on, as if the process had died. */
  const dyingAtPut = (deadly: number) => {
    let puts = 0;
    const before = (_key: string, command: string) => {
      if (command === 'PutObjectCommand') puts += 1;
      if (puts >= deadly) throw new Error('killed');
    };
    return interceptedBucket(importer.imports, { before });
  };

  /** Number of puts: those of the report and, before its last one, one put of the record of the newest file. */
  const puts = 1 + Math.ceil(31 / 5) + Math.floor(19 / 5) + 1 + 1;

  it.each([
    ['the first report', 1],
    ['a report among lines', 4],
    ['the report of the last line', 1 + Math.ceil(31 / 5)],
    ['a report among removals', puts - 3],
    ['the record of the newest file', puts - 1],
    ['the last report', puts],
  ])(
    'ends with the same tables, and counts each line once (killed before the write of %s)',
    async (_write, deadly) => {
      const put = await begin();
      await expect(importer.deliver(put, { imports: dyingAtPut(deadly) })).rejects.toThrow(StoreUnavailable);
      await importer.deliver(put);
      const { rows, report } = await outcome();
      expect(rows).toEqual(uninterrupted.rows);
      const { summary, badLines } = report;
      expect(badLines).toEqual(uninterrupted.report.badLines);
      expect(summary).toMatchObject({ read: 30, failed: 5, kept: 1 });
      // Lines written but not yet reported count as unchanged when the import resumes.
      expect(summary.added + summary.changed + summary.unchanged).toBe(25);
      expect(summary.unchanged - uninterrupted.report.summary.unchanged).toBeLessThanOrEqual(5);
      expect(await importer.mark()).toHaveProperty('endedAt');
    },
  );

  it('stores nothing before its report exists', async () => {
    const put = await importer.put('billers/killed', fileOf([billerLine('UNREPORTED')]));
    await expect(importer.deliver(put, { imports: dyingAtPut(1) })).rejects.toThrow(StoreUnavailable);
    const codes = async () => (await importer.rowsOf('billers')).map(({ code }) => code);
    expect(await codes()).not.toContain('UNREPORTED');
    await importer.deliver(put);
    expect(await codes()).toEqual(['UNREPORTED']);
  });
});

it('a file that is temporarily unreadable is imported at the next delivery', async () => {
  const put = await begin();
  const before = (_key: string, _command: string, { Range }: { readonly Range?: string }) => {
    if (Range !== undefined) throw new Error('connection reset');
  };
  const imports = interceptedBucket(importer.imports, { before });
  await expect(importer.deliver(put, { imports })).rejects.toThrow('reading locations/file failed');
  await importer.deliver(put);
  expect(await outcome()).toEqual(uninterrupted);
});
