import { describe, expect, it } from 'vitest';
import { captureLog } from '../../../support/captured-log.ts';
import { billerLine, fileOf, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { perTest } from '../../../support/per-test.ts';
import { startImporter } from './importer-under-test.ts';

const importer = perTest(startImporter);

type File = Parameters<typeof importer.put>;

const named = (name: string, ...codes: string[]) => fileOf(codes.map((code) => locationLine(code, { name })));
const billers = (name: string, ...codes: string[]) => fileOf(codes.map((code) => billerLine(code, { name })));
const names = async () => [
  ...(await importer.rowsOf('locations')).map(({ locationCode, name }) => `${locationCode} ${name}`),
  ...(await importer.rowsOf('billers')).map(({ code, name }) => `biller ${code} ${name}`),
];

const superseded = (file: string) => ({
  status: 'failed',
  line: 0,
  failure: expect.stringContaining(`a newer file of this kind has already been imported: ${file}`),
});

describe('if the events for two files arrive in the wrong order', () => {
  const old: File = ['locations/older', named('OLD', 'A', 'B')];
  const newer = 'locations/newer';

  it.each<[string, older: File, newer: File, isRejected: boolean, names: readonly string[]]>([
    ['rejects the older replacement', old, [newer, named('NEW', 'A')], true, ['A NEW']],
    [
      'rejects a replacement that is older than a merge',
      old,
      [newer, named('NEW', 'B', 'C'), { mode: 'merge' }],
      true,
      ['B NEW', 'C NEW'],
    ],
    [
      'rejects the older file of a kind that is not published',
      ['billers/older', billers('OLD', '1', '2')],
      ['billers/newer', billers('NEW', '1')],
      true,
      ['biller 1 NEW'],
    ],
    [
      'imports both if they are of different kinds',
      old,
      ['services/newer', fileOf([serviceLine(7)])],
      false,
      ['A OLD', 'B OLD'],
    ],
    ['imports the older file if the newer one was rejected', old, [newer, '{\n'], false, ['A OLD', 'B OLD']],
  ])('%s', async (_title, [key, ...content], second, isRejected, expected) => {
    const older = await importer.put(key, ...content);
    await importer.import(...second);
    const mark = await importer.mark();
    await importer.deliver(older);
    const report = isRejected ? superseded(second[0]) : { status: 'imported' };
    expect(await importer.reportOf(key)).toMatchObject(report);
    expect(await names()).toEqual(expected);
    if (isRejected) expect(await importer.mark()).toEqual(mark);
  });

  it('imports the older file if it is uploaded again', async () => {
    const older = await importer.put(...old);
    await importer.import(newer, named('NEW', 'A'));
    await importer.deliver(older);
    expect(await importer.import(...old)).toMatchObject({ status: 'imported' });
    expect(await names()).toEqual(['A OLD', 'B OLD']);
  });

  it('imports the older file if forced, and still rejects files uploaded in between', async () => {
    const older = await importer.put(old[0], old[1], { force: 'true' });
    const between = await importer.put('locations/between', named('BETWEEN', 'A'));
    await importer.import(newer, named('NEW', 'A', 'C'));
    await importer.deliver(older);
    expect(await importer.reportOf('locations/older')).toMatchObject({ status: 'imported' });
    await importer.deliver(between);
    expect(await importer.reportOf('locations/between')).toMatchObject(superseded(newer));
    expect(await names()).toEqual(['A OLD', 'B OLD']);
  });
});

it('a late event for a file is ignored if the same content has been uploaded again', async () => {
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

it('the record of the newest file does not block imports if it is damaged, and is replaced', async () => {
  await importer.imports.put('newest/locations.report.json', '{');
  const older = await importer.put('locations/older', named('OLD', 'A'));
  await importer.import('locations/newer', named('NEW', 'A'));
  await importer.deliver(older);
  expect(await importer.reportOf('locations/older')).toMatchObject(superseded('locations/newer'));
});
