import { describe, expect, it } from 'vitest';
import { holidayRecord } from '../../../../shared/domain/importing/holiday-record.ts';
import { parcelLimitsRecord } from '../../../../shared/domain/importing/parcel-limits-record.ts';
import { issuesIn } from './issues-in.ts';

describe('a line of the holidays file', () => {
  const christmas = { date: '2026-12-25', name: 'Christmas Day' };

  it('is identified by its date and name, and its states are converted to codes', () => {
    const places = { states: ['Victoria', 'nsw'], postcodes: ['3000'] };
    expect(holidayRecord.parse({ date: '2026-11-03', name: ' Melbourne Cup ', ...places })).toStrictEqual({
      code: '2026-11-03 melbourne cup',
      date: '2026-11-03',
      name: 'Melbourne Cup',
      states: ['VIC', 'NSW'],
      postcodes: ['3000'],
    });
    expect(holidayRecord.parse({ ...christmas, states: null })).toStrictEqual({
      code: '2026-12-25 christmas day',
      ...christmas,
    });
  });

  it.each([
    ['date: is missing', { date: undefined }],
    ['date: must be a real date, YYYY-MM-DD', { date: '2027-02-29' }],
    ['name: is blank', { name: ' ' }],
    [
      'states[1]: must be the code or name of a state of Australia, such as VIC',
      { states: ['VIC', 'Viktoria'] },
    ],
    ['states: must not be empty: leave it out for the whole country', { states: [] }],
    ['postcodes[0]: must be four digits', { postcodes: ['300'] }],
  ])('is rejected with "%s"', (message, fields) => {
    expect(issuesIn(holidayRecord, { ...christmas, ...fields })).toBe(message);
  });
});

describe('a line of the parcel limits file', () => {
  it.each([
    [
      { edges: [380, 640, 410], weight: 16_000 },
      { edges: [640, 410, 380], weight: 16_000 },
    ],
    [{}, {}],
  ])('has the limits of a type, longest edge first: %j', (parcel_limits, parcelLimits) => {
    expect(parcelLimitsRecord.parse({ type: 'UPL', parcel_limits })).toStrictEqual({
      type: 'UPL',
      parcelLimits,
    });
  });

  it.each([
    ['type: must be one of PO, UPL, R_SPB, C_SPB, OS, DC', { type: 'upl', parcel_limits: {} }],
    ['parcel_limits: is missing', { type: 'UPL' }],
    ['parcel_limits.edges: must be three integers', { type: 'UPL', parcel_limits: { edges: [1, 2, 3, 4] } }],
    ['parcel_limits.girth: must be an integer from 1 to 40000', { type: 'UPL', parcel_limits: { girth: 0 } }],
    [
      'parcel_limits.edges[1]: must be an integer from 1 to 10000',
      { type: 'UPL', parcel_limits: { edges: [1, '2', 3] } },
    ],
  ])('is rejected with "%s"', (message, line) => {
    expect(issuesIn(parcelLimitsRecord, line)).toBe(message);
  });
});
