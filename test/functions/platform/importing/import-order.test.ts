import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../../../support/captured-log.ts';
import { billerLine, fileOf, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { type Importer, startImporter } from './importer-under-test.ts';

let importer: Importer;
beforeEach(async () => {
  importer = await startImporter();
});
afterEach(() => importer.close());

const named = (name: string, ...codes: string[]) => fileOf(codes.map((code) => locationLine(code, { name })));
const names = async () =>
  (await importer.rowsOf('locations')).map(({ locationCode, name }) => `${locationCode} ${name}`);

const superseded = (file: string) => ({
  status: 'failed',
  line: 0,
  failure: expect.stringContaining(`a newer file of this kind has already been imported: ${file}`),
});

describe('of two files whose events come in the wrong order', () => {
  it('the older replacement fails, and the newer stays', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A', 'GONE'));
    const newer = await importer.put('locations/newer', named('NEW', 'A'));
    await importer.deliver(newer);
    const mark = await importer.mark();
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject(superseded('locations/newer'));
    expect(await names()).toEqual(['A NEW']);
    expect(await importer.mark()).toEqual(mark);
  });

  it('a replacement does not undo the merge that was put after it', async () => {
    const full = await importer.put('locations/full', named('FULL', 'A', 'B'));
    const patch = await importer.put('locations/patch', named('PATCHED', 'B', 'C'), { mode: 'merge' });
    await importer.deliver(patch);
    await importer.deliver(full);
    expect(await importer.reportOf('locations/full')).toMatchObject(superseded('locations/patch'));
    expect(await names()).toEqual(['B PATCHED', 'C PATCHED']);
  });

  it('the older one fails of kinds too that no publication shows', async () => {
    const older = await importer.put('billers/older', fileOf([billerLine('1'), billerLine('2')]));
    const newer = await importer.put('billers/newer', fileOf([billerLine('1')]));
    await importer.deliver(newer);
    await importer.deliver(older);
    expect(await importer.reportOf('billers/older')).toMatchObject(superseded('billers/newer'));
    expect(await importer.rowsOf('billers')).toHaveLength(1);
  });

  it('the older one is imported once it is put again', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', named('NEW', 'A'));
    await importer.deliver(older);
    expect(await importer.import('locations/older', named('OLD', 'A'))).toMatchObject({ status: 'imported' });
    expect(await names()).toEqual(['A OLD']);
  });

  it('imports the older one if it is forced, and files put in between still fail', async () => {
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

  it('both are imported where they are of different kinds', async () => {
    const locations = await importer.put('locations/older', named('OLD', 'A'));
    const services = await importer.put('services/newer', fileOf([serviceLine(7)]));
    await importer.deliver(services);
    await importer.deliver(locations);
    expect(await importer.reportOf('locations/older')).toMatchObject({ status: 'imported' });
    expect(await importer.reportOf('services/newer')).toMatchObject({ status: 'imported' });
  });

  it('the older one is imported where the newer one was refused', async () => {
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', 'no line\n');
    await importer.deliver(older);
    expect(await names()).toEqual(['A OLD']);
  });
});

describe('a late event of a file', () => {
  it('is ignored where the same bytes were put there again since', async () => {
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

describe('what is recorded of the newest file', () => {
  it('does not stop imports where it is damaged, and is recorded again', async () => {
    await importer.imports.put('newest/locations.report.json', '{');
    const older = await importer.put('locations/older', named('OLD', 'A'));
    await importer.import('locations/newer', named('NEW', 'A'));
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject(superseded('locations/newer'));
  });
});
