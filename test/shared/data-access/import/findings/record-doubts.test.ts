import { describe, expect, it } from 'vitest';
import { recordDoubts } from '../../../../../shared/data-access/import/findings/record-doubts.ts';
import { longestFilterText } from '../../../../../shared/data-access/import/findings/unfound-values.ts';
import { type ImportKind, recordKinds } from '../../../../../shared/data-access/import/record-kind.ts';
import { maxTextLength } from '../../../../../shared/http/query-params.ts';
import { billerLine, locationLine, serviceLine } from '../../../../support/networks/import-lines.ts';

const warningsOf = (kind: ImportKind, lines: readonly unknown[]) => {
  const doubts = recordDoubts(kind, false);
  for (const [index, line] of lines.entries())
    doubts.look(recordKinds[kind].record.parse(line), { source: 'file', line: index + 1 });
  return doubts.warnings().filter((warning) => warning !== undefined);
};

const hour = (type: string, start_time: string, end_time: string, more: object = {}) => ({
  type,
  weekday: 0,
  start_time,
  end_time,
  ...more,
});

it('nothing is doubtful in usual lines', () => {
  expect(
    warningsOf('locations', [locationLine('A'), locationLine('B', { type: 'UPL', usage_type: '1' })]),
  ).toEqual([]);
  expect(warningsOf('services', [serviceLine(1)])).toEqual([]);
  expect(warningsOf('billers', [billerLine('Smith, Jones & Co')])).toEqual([]);
  expect(warningsOf('bill-types', [{ code: 'WATER', name: 'Water' }])).toEqual([]);
});

describe('hours', () => {
  it('over midnight are no doubt, and those that say nothing are, of services as well', () => {
    const hours = [hour('HOURS', '18:00', '02:00'), hour('LUNCH', '23:30', '00:30')];
    const services = [{ code: 7, hours: [hour('HOURS', '00:00', '00:00')] }];
    const lines = [
      locationLine('A', { hours, services }),
      locationLine('B', { hours: [hour('HOURS', '09:00', '17:00'), hour('LUNCH', '13:00', '12:00')] }),
    ];
    expect(warningsOf('locations', lines)).toEqual([
      '2 entries of hours from which version 3 cannot tell when it is open: "HOURS 00:00 to 00:00" (1 location, in line 1), "LUNCH 13:00 to 12:00" (1 location, in line 2)',
    ]);
  });

  it('of a special closure are both given, or none', () => {
    const dates = { type: 'SPECIAL_CLOSED', start_date: '24/11/2026', end_date: '24/11/2026' };
    const hours = [dates, { ...dates, start_time: '12:00' }];
    expect(warningsOf('locations', [locationLine('A', { hours })])).toEqual([
      '1 entry of hours from which version 3 cannot tell when it is open: "SPECIAL_CLOSED 12:00 to ?" (1 location, in line 1)',
    ]);
  });

  it('of every week have no dates', () => {
    const dates = { start_date: '24/11/2026', end_date: '24/11/2026' };
    const lines = [
      locationLine('A', {
        hours: [hour('HOURS', '09:00', '17:00', dates), hour('SPECIAL_HOURS', '09:00', '12:00', dates)],
      }),
    ];
    expect(warningsOf('locations', lines)).toEqual([
      '1 type of hours with dates, which count for SPECIAL_ ones alone and are ignored: HOURS (1 location, in line 1)',
    ]);
  });
});

it('a usage type is doubtful on what is no parcel locker', () => {
  expect(warningsOf('locations', [locationLine('A', { usage_type: '1' })])).toEqual([
    '1 type of location with a usage_type, which is one of parcel lockers: PO (1 location, in line 1)',
  ]);
});

describe('values that filters do not find, or only as they are stored', () => {
  const long = '😀'.repeat(longestFilterText + 1);
  const fitting = '😀'.repeat(longestFilterText);

  it('are those that are longer than filters take', () => {
    expect(longestFilterText).toBe(maxTextLength);
    expect(warningsOf('locations', [locationLine('A', { location_type_code: fitting })])).toEqual([]);
    const address = { address_line_1: '1 Main Road', delivery_point_id: long };
    const location = locationLine('A', {
      addresses: [address],
      access_restriction_code: long,
      location_type_code: long,
    });
    expect(warningsOf('locations', [location])).toEqual([
      '3 members have values longer than the 120 characters that filters take, which no filter finds: access_restriction_code (1 location, in line 1), location_type_code (1 location, in line 1), addresses[].delivery_point_id (1 location, in line 1)',
    ]);
  });

  it.each([
    [
      'locations',
      locationLine('A', { location_type_code: 'B ' }),
      'location_type_code (1 location, in line 1)',
    ],
    ['services', serviceLine(1, { capability_id: ' OC1' }), 'capability_id (1 service, in line 1)'],
  ] as const)('are those of %s that begin or end with a blank', (kind, line, told) => {
    expect(warningsOf(kind, [line])).toEqual([
      `1 member has values that begin or end with a blank, which filters find only if the value is sent alone, including the blank: ${told}`,
    ]);
  });
});

describe('values of billers and bill types that begin or end with a blank', () => {
  it('are warned of, each member by itself', () => {
    const billers = [
      billerLine('0101  ', { name: ' Lake Water' }),
      billerLine('0102  ', { organisation: '\tAGL' }),
      billerLine('0103', { billType: ' WATER' }),
    ];
    expect(warningsOf('billers', billers)).toEqual([
      '3 members have values that begin or end with a blank, which filters find only if the value is sent alone, including the blank: code (2 billers, first in line 1), organisation (1 biller, in line 2), billType (1 biller, in line 3)',
    ]);
    expect(warningsOf('bill-types', [{ code: 'WATER ', name: 'Water ' }])).toEqual([
      '1 member has values that begin or end with a blank, which filters find only if the value is sent alone, including the blank: code (1 bill type, in line 1)',
    ]);
  });
});
