import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workCentreFormats } from '../../../shared/wire/export-formats.ts';
import { postOffice } from '../../support/networks/network-records.ts';
import { exportedText, linesOf } from './exported-text.ts';
import { parseCsv, parseNamedRows } from './parse-csv.ts';

const rowOf = (location = postOffice(1)) => {
  const [row] = parseNamedRows(exportedText(workCentreFormats.csv, [location]));
  return row ?? {};
};
const nameOf = (name: string) => rowOf(postOffice(1, { name })).business_name;

describe('the export as CSV', () => {
  it('has a header and a row for each work centre', () => {
    expect(rowOf()).toMatchObject({
      id: { text: '000001_PO' },
      type: { text: 'PO' },
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

  it('has only a header for an empty network', () => {
    const rows = parseCsv(exportedText(workCentreFormats.csv, []));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.map(({ text }) => text)).toEqual(Object.keys(rowOf()));
  });

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'F14: escapes a text that begins with %j like a formula',
    (mark) => {
      const formula = `${mark}cmd|' /C calc'!A0`;
      expect(nameOf(formula)).toEqual({ raw: `"'${formula}"`, text: `'${formula}` });
    },
  );

  it('F14: escapes formulas in every column of text', () => {
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
    const texts = [
      'business_long_name',
      'phone_number',
      'description',
      'address_line_1',
      'address_line_2',
      'suburb',
    ];
    expect(escaped.toSorted()).toEqual(texts.toSorted());
  });

  it('does not quote coordinates', () => {
    const row = rowOf(postOffice(1, { coordinates: { lat: -37.8, lon: 144.96 } }));
    expect(row.lat?.raw).toBe('-37.8');
    expect(row.lon?.raw).toBe('144.96');
  });

  it('keeps line breaks, quotes, commas and letters of any script', () => {
    const name = 'O\'Connor "Corner"\nShop\r\nand, Café\u2028 東京 📮';
    expect(nameOf(name)?.text).toBe(name);
  });

  it('F14: preserves any text, and begins no cell as a formula', async () => {
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
        const file = exportedText(workCentreFormats.csv, [postOffice(1, { name }), postOffice(2)]);
        expect(await workCentreFormats.csv.count(linesOf(file))).toBe(2);
      }),
    );
  });

  it('shows the first street address, or the first address of any kind', () => {
    const [address] = postOffice(1).addresses;
    const collection = { ...address, type: 'COLLECTION_POINT' as const, suburb: 'ELSEWHERE' };
    expect(rowOf(postOffice(1, { addresses: [collection, address] })).suburb?.text).toBe('EXAMPLE');
    expect(rowOf(postOffice(1, { addresses: [collection] })).suburb?.text).toBe('ELSEWHERE');
  });
});
