import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  type ExportFormat,
  IncompleteExport,
  workCentreFormats,
} from '../../../shared/wire/export-formats.ts';
import { workCentre } from '../../../shared/wire/work-centre.ts';
import { postOffice, postOffices } from '../../support/networks/network-records.ts';
import { exportedText, linesOf } from './exported-text.ts';

const { json, csv, geojson } = workCentreFormats;
const formats = Object.entries(workCentreFormats);

const awkward = postOffice(1, {
  name: 'O\'Connor "Corner"\nShop\r\nand, Café\u2028 東京 📮',
  directions: 'Line one\nLine "two"',
});

const jsonFile = z.strictObject({
  generated_at: z.iso.datetime(),
  total: z.int(),
  workcentres: z.array(workCentre),
});

describe('each format of the export', () => {
  it.each(formats)('counts its own records: %s', async (_name, format) => {
    for (const locations of [[], postOffices(1), postOffices(3), [awkward, postOffice(2)]])
      expect(await format.count(linesOf(exportedText(format, locations)))).toBe(locations.length);
  });

  const text = (format: ExportFormat) => exportedText(format, postOffices(3));
  it.each<[string, ExportFormat, string]>([
    ...formats.map(([name, format]): [string, ExportFormat, string] => [
      `${name} has its last record cut off`,
      format,
      text(format).slice(0, text(format).lastIndexOf('000003') + 3),
    ]),
    ['JSON lacks a line', json, text(json).split('\n').toSpliced(2, 1).join('\n')],
    ['JSON lacks its end', json, text(json).split('\n').slice(0, -2).join('\n')],
    ['JSON lacks a comma', json, text(json).replace(',\n', '\n')],
    ['JSON continues after its end', json, `${text(json)}{}\n`],
    ['JSON has no head', json, '{}'],
    ['JSON is empty', json, ''],
    ['CSV has no header', csv, text(csv).replace(/^.*\r\n/, '')],
    ['CSV ends within a quoted cell', csv, text(csv).slice(0, -3)],
    ['CSV lacks the end of its last row', csv, text(csv).slice(0, -2)],
    ['CSV is empty', csv, ''],
  ])('is incomplete if %s', async (_fault, format, file) => {
    await expect(format.count(linesOf(file))).rejects.toThrow(IncompleteExport);
  });
});

describe('the export as JSON', () => {
  it('F14: does not escape text that looks like a formula', () => {
    const formula = postOffice(1, { name: '=1+1' });
    const content = jsonFile.parse(JSON.parse(exportedText(json, [formula, awkward])));
    const names = content.workcentres.map(({ attributes }) => attributes.business_name);
    expect(names).toEqual(['=1+1', awkward.name]);
  });
});

describe('the export as GeoJSON', () => {
  it('has the same properties as the columns of the CSV', () => {
    const locations = postOffices(3);
    const { features, ...head } = JSON.parse(exportedText(geojson, locations));
    const generated_at = '2026-11-21T00:58:10.123Z';
    expect(head).toEqual({ type: 'FeatureCollection', generated_at, total: 3 });
    const rows = parseNamedRows(exportedText(csv, locations));
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      const { id, lat, lon, ...cells } = Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell?.text]),
      );
      const properties = Object.entries(features[index].properties);
      const texts = properties.map(([name, value]) => [name, Array.isArray(value) ? value.join(';') : value]);
      expect(cells).toMatchObject(Object.fromEntries(texts));
      expect([id, lat, lon]).toEqual([
        features[index].id,
        ...features[index].geometry.coordinates.toReversed().map(String),
      ]);
    }
  });
});

/** Cell of a CSV file, which is quoted as a whole or not at all (RFC 4180). `raw` is its text in the file. */
interface Cell {
  readonly raw: string;
  readonly text: string;
}

/** Parses a CSV file. Throws if a row does not end with CRLF. */
const parseCsv = (file: string): Cell[][] => {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let end = 0;
  for (const match of file.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy)) {
    const [whole, raw = '', delimiter] = match;
    row.push({ raw, text: raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw });
    if (delimiter !== ',') {
      rows.push(row);
      row = [];
    }
    end = match.index + whole.length;
  }
  if (end !== file.length || row.length > 0) throw new Error(`invalid CSV from character ${end}`);
  return rows;
};

const parseNamedRows = (file: string): Record<string, Cell | undefined>[] => {
  const [names = [], ...rows] = parseCsv(file);
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells for ${names.length} names`);
    return Object.fromEntries(names.map(({ text }, column) => [text, row[column]]));
  });
};

const rowOf = (location = postOffice(1)) => {
  const [row] = parseNamedRows(exportedText(csv, [location]));
  return row ?? {};
};
const nameOf = (name: string) => rowOf(postOffice(1, { name })).business_name;

describe('the export as CSV', () => {
  it('has a header and a row for each work centre', () => {
    expect(rowOf()).toMatchObject({
      id: { text: '000001_PO' },
      type: { text: 'PO' },
      lat: { raw: String(postOffice(1).coordinates.lat) },
      business_name: { text: 'POST OFFICE 1' },
      business_long_name: { text: '' },
      work_centre_id: { text: '1' },
      phone_number: { text: '(02) 5550 0000' },
      description: { text: 'Post Office' },
      address_line_1: { text: '1 High Street' },
      suburb: { text: 'EXAMPLE' },
      state: { text: 'NSW' },
      postcode: { text: '2001' },
      country_code: { text: 'AU' },
      dpid: { text: '000001' },
      operational_capabilities: { text: 'capability-1;capability-2' },
      opening_hours: { text: 'Mo-Fr 09:00-17:00' },
    });
  });

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'F14: escapes text that looks like a formula because it starts with %j',
    (mark) => {
      const formula = `${mark}cmd|' /C calc'!A0`;
      expect(nameOf(formula)).toEqual({ raw: `"'${formula}"`, text: `'${formula}` });
    },
  );

  it('F14: escapes formulas in every text column', () => {
    const [address] = postOffice(1).addresses;
    const row = rowOf(
      postOffice(1, {
        longName: '=1',
        phoneNumber: '+61 2 5550 0000',
        description: '@1',
        addresses: [{ ...address, addressLine1: '-1', addressLine2: '=2', suburb: '=3' }],
      }),
    );
    const escaped = Object.keys(row).filter((column) => /^"'[=+@-].+"$/.test(row[column]?.raw ?? ''));
    expect(escaped.toSorted().join()).toBe(
      'address_line_1,address_line_2,business_long_name,description,phone_number,suburb',
    );
  });

  it('F14: preserves any text, and never lets a cell look like a formula', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'=+-@\t\r\n",;\'＝＋－＠'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const expected = /^[=+\-@\t\r\n＝＋－＠]/.test(name) ? `'${name}` : name;
        expect(nameOf(name)?.text).toBe(expected);
        const file = exportedText(csv, [postOffice(1, { name }), postOffice(2)]);
        expect(await csv.count(linesOf(file))).toBe(2);
      }),
    );
  });

  it('contains the first street address or, if there is none, the first address of any type', () => {
    const [address] = postOffice(1).addresses;
    const collection = { ...address, type: 'COLLECTION_POINT' as const, suburb: 'ELSEWHERE' };
    expect(rowOf(postOffice(1, { addresses: [collection, address] })).suburb?.text).toBe('EXAMPLE');
    expect(rowOf(postOffice(1, { addresses: [collection] })).suburb?.text).toBe('ELSEWHERE');
  });
});
