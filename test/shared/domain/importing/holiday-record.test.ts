import { describe, expect, it } from 'vitest';
import { holidayRecord } from '../../../../shared/domain/importing/holiday-record.ts';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';

describe('a line of the holidays file', () => {
  it('is identified by its date and name, and its states are converted to codes', () => {
    const line = {
      date: '2026-11-03',
      name: ' Melbourne Cup ',
      states: ['Victoria', 'nsw'],
      postcodes: ['3000'],
    };
    expect(holidayRecord.parse(line)).toStrictEqual({
      code: '2026-11-03 melbourne cup',
      date: '2026-11-03',
      name: 'Melbourne Cup',
      states: ['VIC', 'NSW'],
      postcodes: ['3000'],
    });
    const everywhere = { date: '2026-12-25', name: 'Christmas Day' };
    expect(holidayRecord.parse({ ...everywhere, states: null })).toStrictEqual({
      code: '2026-12-25 christmas day',
      ...everywhere,
    });
  });

  it.each([
    ['date: is missing', { name: 'A' }],
    ['date: must be a real date, YYYY-MM-DD', { date: '25/12/2026', name: 'A' }],
    ['date: must be a real date, YYYY-MM-DD', { date: '2027-02-29', name: 'A' }],
    ['name: is blank', { date: '2026-12-25', name: ' ' }],
    [
      'states[1]: must be the code or name of a state of Australia, such as VIC',
      { date: '2026-12-25', name: 'A', states: ['VIC', 'Viktoria'] },
    ],
    [
      'states: must not be empty: leave it out for the whole country',
      { date: '2026-12-25', name: 'A', states: [] },
    ],
    ['postcodes[0]: must be four digits', { date: '2026-12-25', name: 'A', postcodes: ['300'] }],
  ])('is rejected with "%s"', (message, line) => {
    const { error } = holidayRecord.safeParse(line);
    expect(error && describeIssues(error)).toBe(message);
  });
});
