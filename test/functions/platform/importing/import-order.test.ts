import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../support/captured-log.ts';
import { billerLine, fileOf, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { perTest } from '../../../support/per-test.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perTest(startImporter);

const named = (name: string, ...codes: string[]) => fileOf(codes.map((code) => locationLine(code, { name })));
const names = async () =>
  (await importer.rowsOf('locations')).map(({ locationCode, name }) => `${locationCode} ${name}`);

const superseded = (file: string) => ({
  status: 'failed',
  line: 0,
  failure: expect.stringContaining(`a newer file of this kind has already been imported: ${file}`),
});

describe('if the events for two files arrive in the wrong order', () => {
  it('rejects the older replacement', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A', 'GONE'));
    await importer.import('locations/newer', named('NEW', 'A'));
    const mark = await importer.mark();
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject(superseded('locations/newer'));
    expect(await names()).toEqual(['A NEW']);
    expect(await importer.mark()).toEqual(mark);
  });

  it('rejects a replacement that is older than a merge', async () => {
    const full = await importer.put('locations/full', named('FULL', 'A', 'B'));
    await importer.import('locations/patch', named('PATCHED', 'B', 'C'), { mode: 'merge' });
    await importer.deliver(full);
    expect(await importer.reportOf('locations/full')).toMatchObject(superseded('locations/patch'));
    expect(await names()).toEqual(['B PATCHED', 'C PATCHED']);
  });

  it('rejects the older file of a kind that is not published', async () => {
    const older = await importer.put('billers/older', fileOf([billerLine('1'), billerLine('2')]));
    await importer.import('billers/newer', fileOf([billerLine('1')]));
    await importer.deliver(older);
    expect(await importer.reportOf('billers/older')).toMatchObject(superseded('billers/newer'));
    expect(await importer.rowsOf('billers')).toHaveLength(1);
  });

  it('imports the older file if it is uploaded again', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', named('NEW', 'A'));
    await importer.deliver(older);
    expect(await importer.import('locations/older', named('OLD', 'A'))).toMatchObject({ status: 'imported' });
    expect(await names()).toEqual(['A OLD']);
  });

  it('imports the older file if forced, and still rejects files uploaded in between', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A'), { force: 'true' });
    const between = await importer.put('locations/between', named('BETWEEN', 'A'));
    await importer.import('locations/newer', named('NEW', 'A', 'B'));
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject({ status: 'imported' });
    expect(await names()).toEqual(['A OLD']);
    await importer.deliver(between);
    expect(await importer.reportOf('locations/between')).toMatchObject(superseded('locations/newer'));
    expect(await names()).toEqual(['A OLD']);
  });

  it('imports both if they are of different kinds', async () => {
    const locations = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('services/newer', fileOf([serviceLine(7)]));
    await importer.deliver(locations);
    for (const key of ['locations/older', 'services/newer'])
      expect(await importer.reportOf(key)).toMatchObject({ status: 'imported' });
  });

  it('imports the older file if the newer one was rejected', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', 'no line\n');
    await importer.deliver(older);
    expect(await names()).toEqual(['A OLD']);
  });
});

describe('a late event for a file', () => {
  it('is ignored if the same content has been uploaded again', async () => {
    const first = await importer.put('locations/latest', named('FIRST', 'A'));
    await importer.deliver(first);
    await importer.import('locations/latest', named('FIRST', 'A'));
    const report = await importer.reportOf('locations/latest');
    await importer.import('locations/other', named('CORRECTED', 'A'));
    const log = captureLog();
    await importer.deliver(first);
    expect(log()).toContain('file skipped');
    expect(await names()).toEqual(['A CORRECTED']);
    expect(await importer.reportOf('locations/latest')).toEqual(report);
  });
});

describe('the record of the newest file', () => {
  it('does not block imports if it is damaged, and is replaced', async () => {
    await importer.imports.put('newest/locations.report.json', '{');
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', named('NEW', 'A'));
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject(superseded('locations/newer'));
  });
});
