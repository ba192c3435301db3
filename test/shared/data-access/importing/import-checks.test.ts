import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { importChecks, maxFilterText } from '../../../../shared/data-access/importing/import-checks.ts';
import type { ImportMode, TableKind } from '../../../../shared/data-access/importing/import-kinds.ts';
import { recordKinds } from '../../../../shared/data-access/importing/record-kinds.ts';
import { maxTextLength } from '../../../../shared/http/query-params.ts';
import { billerLine, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { perFile } from '../../../support/per-test.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const service = (code: number, capability_id = `OC${code}`) => serviceLine(code, { capability_id });

const embedded = perFile(async () => {
  const { client, tables, close } = await startEmbeddedTables();
  const stored = [service(1, 'STORED'), service(2, 'STORED'), service(3), service(7)];
  const rows = [...stored.map((line) => recordKinds.services.record.parse(line)), { serviceCode: 4 }];
  for (const Item of rows) await client.send(new PutCommand({ TableName: tables.capabilities, Item }));
  for (const line of [locationLine('S1', { former_codes: ['OLD1'] }), locationLine('S2')]) {
    const record = recordKinds.locations.record.parse(line);
    const Item = { ...record, ...recordKinds.locations.tableKey(String(record.locationCode)) };
    await client.send(new PutCommand({ TableName: tables.locations, Item }));
  }
  const billType = { kind: 'BILL_TYPE', code: 'WATER', name: 'Water' };
  await client.send(new PutCommand({ TableName: tables.billers, Item: billType }));
  return { client, tables, close };
});

const warningsOf = async (
  kind: TableKind,
  lines: Iterable<unknown>,
  { mode = 'replace', kept = [] }: Options = {},
) => {
  const { client, tables } = embedded;
  const checks = await importChecks({ kind, mode, client, tables });
  let line = 0;
  for (const value of lines) {
    const origin = { source: 'file', line: ++line };
    checks.onLine(value, origin);
    const { data } = recordKinds[kind].record.safeParse(value);
    if (data) checks.onRecord(data, origin);
  }
  for (const key of kept) checks.onKept(key);
  return checks.warnings();
};

const hour = (type: string, start_time: string, end_time: string, more: object = {}) => ({
  type,
  weekday: 0,
  start_time,
  end_time,
  ...more,
});

const onDate = { start_date: '24/11/2026', end_date: '24/11/2026' };
const closure = { type: 'SPECIAL_CLOSED', ...onDate };
const inLine1 = '(1 location, in line 1)';
const blank = (count: number, members: string) =>
  'members have values that begin or end with a space, which filters match only if the value is sent on its own, ' +
  `including the space (${count}): ${members}`;
const long = '😀'.repeat(maxFilterText + 1);

it.each<[string, TableKind, readonly object[]]>([
  [
    'plain locations, hours that cross midnight, and a value with the maximum filter length',
    'locations',
    [
      locationLine('A'),
      locationLine('B', { type: 'UPL', usage_type: '1', location_type_code: long.slice(2) }),
      locationLine('C', { hours: [hour('HOURS', '18:00', '02:00'), hour('LUNCH', '23:30', '00:30')] }),
    ],
  ],
  ['plain services', 'services', [serviceLine(1)]],
  ['plain billers', 'billers', [billerLine('Smith, Jones & Co')]],
])('does not warn about %s', async (_what, kind, lines) => {
  expect(await warningsOf(kind, lines)).toEqual([]);
});

const withRules = (code: string, rules: object) =>
  billerLine(code, { reference: { label: 'Number', minLength: 3, maxLength: 5, ...rules } });
const rule = { weights: [1], from: 'LEFT', products: 'ADD', modulus: 10, check: 'REMAINDER' };

it.each<[string, TableKind, readonly object[], readonly string[]]>([
  [
    'patterns that are not evaluated',
    'billers',
    [
      withRules('1', { pattern: '(1)\\1', examples: ['111'] }),
      withRules('2', { pattern: '1'.repeat(201) }),
      withRules('3', { pattern: '2'.repeat(201) }),
      withRules('4', { pattern: '\\d{0,999}'.repeat(22) }),
      withRules('5', { pattern: '[0-9]+' }),
    ],
    [
      'billers have patterns that bill validation does not check (3): "more than 200 characters" (2 billers, first in line 2), "invalid escape sequence: `\\\\1`" (1 biller, in line 1), "more than 2000 instructions" (1 biller, in line 4)',
    ],
  ],
  [
    'check digits that are not checked',
    'billers',
    [
      withRules('1', { checkDigit: 'MOD97' }),
      withRules('2', { checkDigit: 'WEIGHTED' }),
      withRules('3', { checkDigit: 'WEIGHTED', checkDigitRule: { ...rule, ten: 'X' } }),
      withRules('4', { checkDigitRule: rule }),
      withRules('5', { checkDigit: 'WEIGHTED', checkDigitRule: rule, examples: ['123-3', '000'] }),
      withRules('6', { checkDigit: 'WEIGHTED', checkDigitRule: { ...rule, start: 1 } }),
    ],
    [
      'unknown fields are ignored (1): reference.checkDigitRule.start (1 line, in line 6)',
      'billers have check digits that bill validation does not check (4): "unknown scheme MOD97" (1 biller, in line 1), "WEIGHTED without checkDigitRule" (1 biller, in line 2), "ten: is required with modulus 11 and not allowed with 10" (1 biller, in line 3), "checkDigitRule without WEIGHTED" (1 biller, in line 4)',
      `checks of billers' examples fail (1): "CHECK_DIGIT_MISMATCH of examples[0] of 5" (1 biller, in line 5)`,
    ],
  ],
  [
    'examples that fail, by line, position and reason',
    'billers',
    [
      withRules('1', {
        pattern: '[0-9]+',
        checkDigit: 'MOD10V05',
        examples: ['1234', '1 230', 'A', '123456'],
      }),
      withRules('2', { examples: ['1', '123', '12–345'] }),
      withRules('3', { examples: 'none' }),
    ],
    [
      'billers have examples that are ignored (1): "must be an array" (1 biller, in line 3)',
      `checks of billers' examples fail (7): "CHECK_DIGIT_MISMATCH of examples[1] of 1" (1 biller, in line 1), "REFERENCE_TOO_SHORT of examples[2] of 1" (1 biller, in line 1), "REFERENCE_FORMAT of examples[2] of 1" (1 biller, in line 1), "CHECK_DIGIT_CHARACTERS of examples[2] of 1" (1 biller, in line 1), "REFERENCE_TOO_LONG of examples[3] of 1" (1 biller, in line 1), "CHECK_DIGIT_MISMATCH of examples[3] of 1" (1 biller, in line 1), "REFERENCE_TOO_SHORT of examples[0] of 2" (1 biller, in line 2)`,
    ],
  ],
  [
    'service codes, hours and usage types of locations',
    'locations',
    [
      locationLine('A', { services: [{ code: 8 }, { code: 7, hours: [hour('HOURS', '00:00', '00:00')] }] }),
      locationLine('B', {
        services: [{ code: 9 }, { code: 8 }],
        hours: [hour('HOURS', '09:00', '17:00'), hour('LUNCH', '13:00', '12:00')],
      }),
      locationLine('C', { hours: [closure, { ...closure, start_time: '12:00' }] }),
      locationLine('D', {
        usage_type: '1',
        hours: [hour('HOURS', '09:00', '17:00', onDate), hour('SPECIAL_HOURS', '09:00', '12:00', onDate)],
      }),
    ],
    [
      'locations refer to service codes not among the imported services (2): 8 (2 locations, first in line 1), 9 (1 location, in line 2)',
      `hour entries have missing or ambiguous times (3): "HOURS 00:00 to 00:00" ${inLine1}, "LUNCH 13:00 to 12:00" (1 location, in line 2), "SPECIAL_CLOSED 12:00 to ?" (1 location, in line 3)`,
      'dates are ignored for types of hours that do not begin with SPECIAL_ (1): HOURS (1 location, in line 4)',
      'usage_type is ignored for types other than parcel lockers (1): PO (1 location, in line 4)',
    ],
  ],
  [
    'values of locations that are longer than filters accept, or have a leading or trailing space',
    'locations',
    [
      locationLine('A', {
        addresses: [{ address_line_1: '1 Main Road', delivery_point_id: long }],
        access_restriction_code: long,
        location_type_code: long,
      }),
      locationLine('B', { location_type_code: 'B ' }),
    ],
    [
      `members have values longer than the 120 characters that filters accept, so no filter matches them (3): access_restriction_code ${inLine1}, location_type_code ${inLine1}, addresses[].delivery_point_id ${inLine1}`,
      blank(1, 'location_type_code (1 location, in line 2)'),
    ],
  ],
  [
    'values of services with a leading or trailing space',
    'services',
    [serviceLine(1, { capability_id: ' OC1' })],
    [blank(1, 'capability_id (1 service, in line 1)')],
  ],
  [
    'values of billers with a leading or trailing space, and unknown bill types',
    'billers',
    [
      billerLine('0101  ', { name: ' Lake Water' }),
      billerLine('0102  ', { organisation: '\tAGL' }),
      billerLine('0103', { billType: ' WATER' }),
      billerLine('0104', { billType: 'GAS' }),
    ],
    [
      'billers refer to bill types not among the imported bill types (2): " WATER" (1 biller, in line 3), GAS (1 biller, in line 4)',
      blank(
        3,
        'code (2 billers, first in line 1), organisation (1 biller, in line 2), billType (1 biller, in line 3)',
      ),
    ],
  ],
  [
    'values of bill types with a leading or trailing space',
    'bill-types',
    [{ code: 'WATER ', name: 'Water ' }],
    [blank(1, 'code (1 bill type, in line 1)')],
  ],
])('warns about %s', async (_what, kind, lines, expected) => {
  expect(await warningsOf(kind, lines)).toEqual(expected);
});

it('checks the maximum length that filters accept', () => {
  expect(maxFilterText).toBe(maxTextLength);
});

const times = <Line>(count: number, make: (index: number) => Line) =>
  Array.from({ length: count }, (_, index) => make(index));

const sixMegabytes = 6 * 1024 * 1024;
const tooLarge = (count: number, lists: string) =>
  `lists exceed the 6 MB response limit, so clients get errors (${count}): ${lists}`;

/** Creates a line so long that about 30 of them exceed 6 MB. */
const longLocation = (index: number, more: object) =>
  locationLine(`L${index}`, { description: 'x'.repeat(200_000), work_centre_id: index, ...more });
const address = (postcode: string) => [{ address_line_1: '1 Main Road', postcode }];

it.each<[object, readonly string[]]>([
  [{}, []],
  [{ addresses: address('0800') }, [tooLarge(1, 'points of postcode 0800')]],
  [
    { work_centre_id: 0, delivery_point_id: 999_999_999 },
    [tooLarge(2, 'points of work centre 0, points of delivery point 999999999')],
  ],
])('warns about lists of points that are too large if all points have %j', async (same, expected) => {
  const lines = times(40, (index) =>
    longLocation(index, { addresses: address(String(1_000 + index)), delivery_point_id: index, ...same }),
  );
  expect(await warningsOf('locations', lines)).toEqual(expected);
});

it.each<[TableKind, (index: number) => object]>([
  ['services', (code) => serviceLine(code, { details: '"'.repeat(2_000) })],
  ['billers', (index) => billerLine(`B${index}`, { paymentMethods: Array(50).fill('"'.repeat(100)) })],
  ['bill-types', (index) => ({ code: `T${index}`, name: 'Water', description: '"'.repeat(3_000) })],
])('warns about a list of %s by its size in a response', async (kind, line) => {
  const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(recordKinds[kind].record.parse(line(0)))));
  const count = Math.floor(sixMegabytes / bytes);
  expect(await warningsOf(kind, times(Math.floor(0.95 * count), line))).toEqual([]);
  expect(await warningsOf(kind, times(count + 1, line))).toEqual([tooLarge(1, `the list of ${kind}`)]);
});

const warningOf = async (...args: Parameters<typeof warningsOf>): Promise<string | undefined> => {
  const [warning, ...others] = await warningsOf(...args);
  expect(others).toEqual([]);
  return warning;
};

interface Options {
  readonly mode?: ImportMode;
  readonly kept?: readonly string[];
}
const merging: Options = { mode: 'merge' };
const keeping = (...kept: string[]): Options => ({ kept });

const shared = (ids: string) =>
  `capability_ids are shared by several services, so version 3 lists them several times (${ids.split('), ').length}): ${ids}`;
const both = 'STORED (service codes 1, 2), OC3 (service codes 3, 5)';

it.each<[string, Options, readonly object[], string?]>([
  ['a replacement, but not of those that it removes', {}, [service(5), service(7, 'STORED')]],
  ['a replacement', {}, [service(21, 'A'), service(3), service(20, 'A')], 'A (service codes 20, 21)'],
  [
    'a replacement and of those that it keeps',
    keeping('2', '4'),
    [service(7, 'STORED'), service(8, 'OC3')],
    'STORED (service codes 2, 7)',
  ],
  ['a merge and of stored services', merging, [service(5, 'OC3')], both],
  ['duplicate lines only once', {}, [service(5), service(6), service(5)]],
  ['a merge, but not of those that it replaces', merging, [service(2), service(3, 'NEW'), service(5, 'OC3')]],
])('compares the capability_ids of %s', async (_what, options, lines, ids) => {
  expect(await warningOf('services', lines, options)).toBe(ids && shared(ids));
});

const renumbered = (code: string, ...former_codes: string[]) => locationLine(code, { former_codes });
const closing = locationLine('B', { closes_on: '2027-06-30' });
const naming = renumbered('A', 'S2', 'OLD1');
const stillUsed = 'former codes are still used by a location, which is found instead (1): ';
const split = 'former codes are named by several locations, the first of which is returned for this id (1): ';
const bothStored = [`${stillUsed}S2 (of A)`, `${split}OLD1 (of A, S1)`];

it.each<[string, Options, readonly object[], ...expected: string[]]>([
  [
    'a merger, and a location that was renumbered once',
    {},
    [renumbered('A', 'B', 'C'), renumbered('D', 'E')],
  ],
  ['a location that still exists', {}, [renumbered('A', 'B'), locationLine('B')], `${stillUsed}B (of A)`],
  ['a location that closes, whose successor lists it in advance', {}, [renumbered('A', 'B'), closing]],
  ['a split', {}, [renumbered('B', 'C'), renumbered('A', 'C')], `${split}C (of A, B)`],
  ['stored locations that a replacement removes', {}, [naming]],
  ['stored locations that a replacement keeps', keeping('S1', 'S2'), [naming], ...bothStored],
  ['stored locations of a merge', merging, [naming], ...bothStored],
  ['stored locations that a merge replaces', merging, [locationLine('S1'), renumbered('A', 'OLD1')]],
])('checks the former codes of %s', async (_what, options, lines, ...expected) => {
  expect(await warningsOf('locations', lines, options)).toEqual(expected);
});

it('lists at most ten ids and codes, and quotes unusual ones', async () => {
  const services = Array.from({ length: 24 }, (_, code) => service(code, `ID${code % 12}`));
  expect(await warningOf('services', services)).toMatch(
    / \(12\): ID0 \(service codes 0, 12\), .*, ID9 \(service codes 9, 21\) and 2 more$/,
  );
  const all = Array.from({ length: 12 }, (_, code) => service(code, 'an \u001b id'));
  expect(await warningOf('services', all)).toBe(
    shared('"an \\u001b id" (service codes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)'),
  );
});

describe('the check for unknown members', () => {
  it('names each member once with its lines and path', async () => {
    const address = { address_line_1: '1 Main Road', street: 'Main Road' };
    const lines = [
      locationLine('A', { phone: '1' }),
      locationLine('B', { addresses: [address, address], services: [{ code: 7, service_cod: 1 }] }),
      locationLine('C', { phone: '2' }),
    ];
    expect(await warningOf('locations', lines)).toBe(
      'unknown fields are ignored (3): phone (2 lines, first in line 1), addresses[].street (1 line, in line 2), services[].service_cod (1 line, in line 2)',
    );
  });

  it.each([null, 7, 'text', [], { addresses: 'none', hours: null, services: [3] }])(
    'ignores values that are not objects: %j',
    async (line) => {
      expect(String(await warningOf('locations', [line]))).not.toContain('addresses');
    },
  );

  it('reports members with the names of inherited properties', async () => {
    expect(await warningOf('services', [JSON.parse('{"__proto__":1,"constructor":2}')])).toBe(
      'unknown fields are ignored (2): __proto__ (1 line, in line 1), constructor (1 line, in line 1)',
    );
  });

  it('lists at most ten names, and counts at most 100', async () => {
    const lines = Array.from({ length: 101 }, (_, index) => serviceLine(index, { [`name ${index}`]: 1 }));
    const few = await warningOf('services', lines.slice(0, 12));
    expect(few).toMatch(/^unknown fields are ignored \(12\): "name 0" \(1 line, in line 1\), .* and 2 more$/);
    expect(await warningOf('services', lines.slice(0, 100))).toMatch(/\(100\): .* and 90 more$/);
    expect(await warningOf('services', lines)).toMatch(/\(more than 100\): .* and 90 more$/);
  });

  it('ignores deeply nested lists, and shortens a very long name', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(150_000)}{"nobody":1}${']'.repeat(150_000)}`);
    expect(await warningOf('locations', [locationLine('A', { addresses: deep })])).toBeUndefined();
    const warning = await warningOf('services', [serviceLine(1, { ['x'.repeat(300_000)]: 1 })]);
    expect(warning?.length).toBeLessThan(150);
  });
});
