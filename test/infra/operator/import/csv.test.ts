import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { csvToNdjson } from '../../../../infra/operator/import/csv.ts';
import type { ImportKind } from '../../../../shared/data-access/importing/import-kinds.ts';
import { startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stack = await startOperatorStack({ imports: true });
afterAll(() => stack.close());

const importCsv = async (
  name: string,
  kind: ImportKind,
  content: string | Uint8Array,
  ...flags: string[]
) => {
  const file = path.join(stack.dataDirectory, name);
  await writeFile(file, content);
  return runWaypost(['import', kind, file, '--json', ...flags, '--data-dir', stack.dataDirectory]);
};

/** Converts a file that arrives in chunks of this number of bytes. */
const convert = (kind: ImportKind, csv: string, chunk = 7): Promise<string> => {
  const bytes = Buffer.from(csv);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };
  return text(csvToNdjson(kind, chunks(), () => {}));
};

const addresses = '[{"address_line_1":"1 High Street","suburb":"FITZROY","state":"VIC","postcode":"3065"}]';
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const header = 'location_code,type,work_centre_id,lat,lon,name,addresses,hours';

describe('a CSV file', () => {
  it('is imported, plain or gzip, with numbers, strings, and nested fields as JSON in one cell', async () => {
    const csv = `\ufeff${header}\r\nCSV_1,PO,400010,-37.8,144.98,"Fitzroy, ""North""",${quoted(addresses)},\r\n`;
    for (const [name, content] of [
      ['one.csv', csv],
      ['one.CSV.gz', gzipSync(csv)],
    ] as const) {
      const { status, stdout, stderr } = await importCsv(name, 'locations', content, '--merge');
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(JSON.parse(stdout)).toMatchObject({ read: 1, failed: 0, badLines: [] });
    }
    const dryRun = await importCsv('one.csv', 'locations', csv, '--merge', '--dry-run');
    expect(JSON.parse(dryRun.stdout)).toMatchObject({ unchanged: 1 });
  });

  it('may contain TRUE and FALSE, as spreadsheets write them', async () => {
    const row = `7,id,Seven,Service 7,${quoted('[{"id":"1","name":"Post"}]')},TRUE`;
    const csv = `service_code,capability_id,name,description,categories,searchable\n${row}\n`;
    expect(await convert('services', csv)).toContain('"searchable":true');
    const { stdout } = await importCsv('services.csv', 'services', csv, '--merge');
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, failed: 0 });
  });

  it('requires --format if it is read from standard input', async () => {
    const input = 'code,name\nWATER,Water\n';
    const args = ['import', 'bill-types', '-', '--json', '--data-dir', stack.dataDirectory];
    const { status, stdout } = await runWaypost([...args, '--format', 'csv'], { input });
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, added: 1 });
    expect((await runWaypost([...args, '--merge'], { input })).status).toBe(3);
  });

  it('reports invalid lines with the line number and the column name, and imports the others', async () => {
    const rows = [
      header,
      `BAD_1,PO,400010,south,144.98,"two\nlines",${quoted(addresses)},`,
      '',
      `BAD_2,PO,400011,-37.8,144.98,Fitzroy,"[{""address_line_1"":",`,
      `GOOD,PO,400012,-37.8,144.98,Fitzroy,${quoted(addresses)},[]`,
    ];
    const { status, stdout } = await importCsv('bad.csv', 'locations', rows.join('\n'), '--merge');
    expect(status).toBe(3);
    const { badLines, ...counts } = JSON.parse(stdout);
    expect(counts).toMatchObject({ read: 3, added: 1, removed: 0, failed: 2 });
    const file = expect.stringMatching(/bad\.csv$/);
    expect(badLines).toEqual([
      { file, line: 2, reason: 'lat: must be a number' },
      { file, line: 5, reason: expect.stringMatching(/^addresses: not JSON: /) },
    ]);
  });

  it.each([
    ['without a known column', 'id;name\n1;x\n', /line 1 names no field of bill-types/],
    ['with a repeated column', 'code,name,code\n', /line 1 names the column code twice/],
    ['with too many cells', 'code,name\nA,B\nC,D,E\n', /line 3: .* 3 cells, but line 1 has 2 columns/],
    ['with an unclosed quotation mark', 'code,name\nA,"B\nC,D\n', /line 2: .* mark .* is not closed/],
    ['with a stray quotation mark', 'code,name\nA,5" pipe\n', /line 2, cell 2: a quotation mark/],
    ['with text after a closing quotation mark', 'code,name\n"A"B,C\n', /line 2, cell 1: text after/],
    ['with an encoding other than UTF-8', Buffer.from('code,name\nA,caf\xe9\n', 'latin1'), /not UTF-8/],
    ['with an endless row', `code,name\nA,"${'x'.repeat(500_000)}`, /line 2: the row is longer/],
  ])('%s is rejected before anything is uploaded', async (_, csv, why) => {
    const { status, stdout } = await importCsv('faulty.csv', 'bill-types', csv, '--merge');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).error.message).toMatch(why);
  });

  it('is parsed correctly, whatever its cells contain and wherever its chunks end', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀') });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (cells, chunk) => {
        const csv = stringify([['code', 'name'], ...cells], { quoted: true, record_delimiter: '\r\n' });
        const ndjson = await convert('bill-types', csv, chunk);
        const read = ndjson.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
        const filled = cells.filter((row) => row.some((each) => each !== ''));
        expect(read.map(({ code = '', name = '' }) => [code, name])).toEqual(filled);
        expect(ndjson.split('\n')).toHaveLength(csv.split('\n').length);
      }),
    );
  });

  it('is converted in large chunks, so that millions of rows take seconds', async () => {
    const rows = async function* () {
      yield Buffer.from(`code,name\n${'\n'.repeat(100_000)}`);
    };
    let chunks = 0;
    for await (const _ of csvToNdjson('bill-types', rows(), () => {})) chunks += 1;
    expect(chunks).toBeLessThan(10);
  });
});
