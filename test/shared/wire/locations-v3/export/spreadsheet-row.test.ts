import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadsheetRow } from '../../../../../shared/wire/locations-v3/export/spreadsheet-row.ts';
import { safeForSpreadsheets } from '../../../../../shared/wire/safe-for-spreadsheets.ts';

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\t\r\n",;\'＝＋－＠'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});
const cells = fc.oneof(
  texts,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constant(undefined),
);

describe('a row for spreadsheets', () => {
  it('is what csv-stringify writes, to the byte', async () => {
    await fc.assert(
      fc.property(fc.array(cells, { minLength: 2, maxLength: 20 }), (row) => {
        expect(spreadsheetRow(row)).toBe(stringify([row], safeForSpreadsheets));
      }),
      { numRuns: 2_000 },
    );
  });
});
