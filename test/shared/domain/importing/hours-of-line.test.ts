import { describe, expect, it } from 'vitest';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import { hourEntry } from '../../../../shared/domain/location/hours/entries.ts';
import { locationLine } from '../../../support/networks/import-lines.ts';

const times = { start_time: '09:00', end_time: '17:00' };
const dates = { start_date: '01/02/2026', end_date: '01/02/2026' };
const ordinary = { type: 'HOURS', weekday: 0, ...times };

/** Reads a line of a location that has one entry of hours. */
const parse = (hour: unknown) => locationRecord.safeParse(locationLine('A', { hours: [hour] }));

const complaints = (hour: unknown) =>
  parse(hour).error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);

describe('an Hour of the import', () => {
  it('becomes an entry, and keeps nothing that it does not say', () => {
    expect(parse({ ...ordinary, start_date: null }).data?.hours[0]).toStrictEqual({
      type: 'HOURS',
      weekday: 0,
      startTime: '09:00',
      endTime: '17:00',
    });
    expect(parse({ type: 'SPECIAL_CLOSED', ...dates }).data?.hours[0]).toStrictEqual({
      type: 'SPECIAL_CLOSED',
      startDate: '01/02/2026',
      endDate: '01/02/2026',
    });
  });

  it.each([
    [{ ...ordinary, weekday: 'MON' }, 'weekday: must be an integer'],
    [{ ...ordinary, weekday: -1 }, 'weekday: must be from 0 (Monday) to 6 (Sunday)'],
    [{ ...ordinary, weekday: 7 }, 'weekday: must be from 0 (Monday) to 6 (Sunday)'],
    [{ ...ordinary, start_time: '9:00' }, 'start_time: must be a time of day as hh:mm'],
    [{ ...ordinary, end_time: '24:00' }, 'end_time: must be a time of day as hh:mm'],
    [{ ...ordinary, start_date: '1/2/2026' }, 'start_date: must be a real date, DD/MM/YYYY'],
    [{ type: 'HOURS', ...times }, 'weekday: is needed for HOURS'],
    [{ type: 'LUNCH', ...times }, 'weekday: is needed for LUNCH'],
    [{ type: 'HATCH', weekday: 1, start_time: '09:00' }, 'end_time: is needed for HATCH'],
    [{ type: 'SPECIAL_HOURS', end_time: '17:00', ...dates }, 'start_time: is needed for SPECIAL_HOURS'],
    [{ type: 'SPECIAL_LUNCH', ...times, end_date: '01/02/2026' }, 'start_date: is needed for SPECIAL_LUNCH'],
    [{ type: 'SPECIAL_CLOSED', start_date: '01/02/2026' }, 'end_date: is needed for SPECIAL_CLOSED'],
    [{ type: 'SPECIAL_CLOSED', ...dates, end_date: '31/01/2026' }, 'end_date: must not be before start_date'],
    ['text', ': must be an object'],
  ])('%j is refused with one complaint', (line, complaint) => {
    expect(complaints(line)).toEqual([complaint]);
  });

  it('complaints that are its own say so by their code', () => {
    const line = { type: 'SPECIAL_HOURS', start_time: '09:00', ...dates, end_date: '31/01/2026' };
    expect(parse(line).error?.issues.map(({ code }) => code)).toEqual(['custom', 'custom']);
  });
});

describe('a stored entry', () => {
  const stored = {
    type: 'SPECIAL_HOURS',
    weekday: 6,
    startTime: '00:00',
    endTime: '23:59',
    startDate: '29/02/2028',
    endDate: '01/03/2028',
  };

  it('is read as it was written', () => {
    expect(hourEntry.parse(stored)).toEqual(stored);
    expect(hourEntry.parse({ type: 'LUNCH', weekday: 0 })).toEqual({ type: 'LUNCH', weekday: 0 });
  });

  it.each([
    { type: 'OPEN' },
    { weekday: 7 },
    { weekday: -1 },
    { weekday: 1.5 },
    { startTime: '24:00' },
    { startTime: 'x09:00' },
    { endTime: '09:00x' },
    { endTime: '09:60' },
    { startDate: '30/02/2028' },
    { endDate: '2028-03-01' },
  ])('with %j is none', (part) => {
    expect(hourEntry.safeParse({ ...stored, ...part }).success).toBe(false);
  });
});
