import { describe, expect, it } from 'vitest';
import { formatDate } from '../../shared/domain/location/hours/calendar.ts';
import { christmas, easter, publicHolidays } from './public-holidays.ts';

const format = ({ first, last }: { readonly first: number; readonly last: number }) => {
  const dates = [first, last].map(formatDate);
  return new Set(dates).size === 1 ? dates[0] : dates.join(' to ');
};

describe('public holidays', () => {
  it.each([
    [1981, '17/04/1981 to 20/04/1981'],
    [2000, '21/04/2000 to 24/04/2000'],
    [2008, '21/03/2008 to 24/03/2008'],
    [2026, '03/04/2026 to 06/04/2026'],
    [2027, '26/03/2027 to 29/03/2027'],
    [2038, '23/04/2038 to 26/04/2038'],
    [2049, '16/04/2049 to 19/04/2049'],
  ])('last from Good Friday to Easter Monday in %i', (year, days) => {
    expect(format(easter(year))).toBe(days);
  });

  it.each([
    ['a Thursday', 2025, '25/12/2025 to 26/12/2025'],
    ['a Friday', 2026, '25/12/2026 to 28/12/2026'],
    ['a Saturday', 2027, '25/12/2027 to 28/12/2027'],
    ['a Sunday', 2033, '25/12/2033 to 27/12/2033'],
    ['a Monday', 2028, '25/12/2028 to 26/12/2028'],
  ])('last two working days at Christmas if it is on %s', (_weekday, year, days) => {
    expect(format(christmas(year))).toBe(days);
  });

  it('include the Monday after a New Year or an Australia Day on a weekend', () => {
    expect(publicHolidays('NSW', 2028).map(format)).toContain('01/01/2028 to 03/01/2028');
    expect(publicHolidays('NSW', 2030).map(format)).toContain('26/01/2030 to 28/01/2030');
  });

  it.each([
    ['QLD', 2026, '04/05/2026'],
    ['VIC', 2026, '03/11/2026'],
    ['WA', 2026, '28/09/2026'],
    ['ACT', 2026, '01/06/2026'],
    ['ACT', 2024, '27/05/2024'],
  ])('of %s in %i include the one on %s', (state, year, date) => {
    expect(publicHolidays(state, year).map(format)).toContain(date);
  });

  it('are in order', () => {
    const days = publicHolidays('WA', 2027).map(({ first }) => first);
    expect(days).toEqual(days.toSorted((one, other) => one - other));
  });
});
