import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importChecks,
  knownMembers,
  maxFilterText,
} from '../../../../shared/data-access/importing/import-checks.ts';
import {
  type ImportKind,
  type ImportMode,
  recordKinds,
} from '../../../../shared/data-access/importing/record-kinds.ts';
import { maxTextLength } from '../../../../shared/http/query-params.ts';
import { billerLine, locationLine, serviceLine } from '../../../support/networks/import-lines.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

const service = (code: number, capability_id = `OC${code}`) => serviceLine(code, { capability_id });

let embedded: EmbeddedTables;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  const { client, tables } = embedded;
  const stored = [service(1, 'STORED'), service(2, 'STORED'), service(3), service(7)];
  const rows = [...stored.map((line) => recordKinds.services.record.parse(line)), { serviceCode: 4 }];
  for (const Item of rows) await client.send(new PutCommand({ TableName: tables.capabilities, Item }));
  const billType = { kind: 'BILL_TYPE', code: 'WATER', name: 'Water' };
  await client.send(new PutCommand({ TableName: tables.billers, Item: billType }));
});
afterAll(() => embedded.close());

/** The warnings of an import of these lines, those that are valid also as records. */
const warningsOf = async (
  kind: ImportKind,
  lines: Iterable<unknown>,
  { mode = 'replace', kept = [] }: { mode?: ImportMode; kept?: readonly string[] } = {},
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

it('does not warn of usual lines', async () => {
  expect(
    await warningsOf('locations', [locationLine('A'), locationLine('B', { type: 'UPL', usage_type: '1' })]),
  ).toEqual([]);
  expect(await warningsOf('services', [serviceLine(1)])).toEqual([]);
  expect(await warningsOf('billers', [billerLine('Smith, Jones & Co')])).toEqual([]);
  expect(await warningsOf('bill-types', [{ code: 'WATER', name: 'Water' }])).toEqual([]);
});

describe('hours', () => {
  it('over midnight are no doubt, and those that say nothing are, of services as well', async () => {
    const hours = [hour('HOURS', '18:00', '02:00'), hour('LUNCH', '23:30', '00:30')];
    const services = [{ code: 7, hours: [hour('HOURS', '00:00', '00:00')] }];
    const lines = [
      locationLine('A', { hours, services }),
      locationLine('B', { hours: [hour('HOURS', '09:00', '17:00'), hour('LUNCH', '13:00', '12:00')] }),
    ];
    expect(await warningsOf('locations', lines)).toEqual([
      '2 entries of hours from which version 3 cannot tell when it is open: "HOURS 00:00 to 00:00" (1 location, in line 1), "LUNCH 13:00 to 12:00" (1 location, in line 2)',
    ]);
  });

  it('of a special closure are both given, or none', async () => {
    const dates = { type: 'SPECIAL_CLOSED', start_date: '24/11/2026', end_date: '24/11/2026' };
    const hours = [dates, { ...dates, start_time: '12:00' }];
    expect(await warningsOf('locations', [locationLine('A', { hours })])).toEqual([
      '1 entry of hours from which version 3 cannot tell when it is open: "SPECIAL_CLOSED 12:00 to ?" (1 location, in line 1)',
    ]);
  });

  it('of every week have no dates', async () => {
    const dates = { start_date: '24/11/2026', end_date: '24/11/2026' };
    const lines = [
      locationLine('A', {
        hours: [hour('HOURS', '09:00', '17:00', dates), hour('SPECIAL_HOURS', '09:00', '12:00', dates)],
      }),
    ];
    expect(await warningsOf('locations', lines)).toEqual([
      '1 type of hours with dates, which apply to SPECIAL_ types only and are ignored: HOURS (1 location, in line 1)',
    ]);
  });
});

it('a usage type is doubtful on what is no parcel locker', async () => {
  expect(await warningsOf('locations', [locationLine('A', { usage_type: '1' })])).toEqual([
    '1 type of location with a usage_type, which applies to parcel lockers only: PO (1 location, in line 1)',
  ]);
});

describe('values that filters do not find, or only as they are stored', () => {
  const long = '😀'.repeat(maxFilterText + 1);
  const fitting = '😀'.repeat(maxFilterText);

  it('are those that are longer than filters take', async () => {
    expect(maxFilterText).toBe(maxTextLength);
    expect(await warningsOf('locations', [locationLine('A', { location_type_code: fitting })])).toEqual([]);
    const address = { address_line_1: '1 Main Road', delivery_point_id: long };
    const location = locationLine('A', {
      addresses: [address],
      access_restriction_code: long,
      location_type_code: long,
    });
    expect(await warningsOf('locations', [location])).toEqual([
      '3 members have values longer than the 120 characters that filters accept, so that no filter matches them: access_restriction_code (1 location, in line 1), location_type_code (1 location, in line 1), addresses[].delivery_point_id (1 location, in line 1)',
    ]);
  });

  it.each([
    [
      'locations',
      locationLine('A', { location_type_code: 'B ' }),
      'location_type_code (1 location, in line 1)',
    ],
    ['services', serviceLine(1, { capability_id: ' OC1' }), 'capability_id (1 service, in line 1)'],
  ] as const)('are those of %s that begin or end with a blank', async (kind, line, told) => {
    expect(await warningsOf(kind, [line])).toEqual([
      `1 member has values that begin or end with a blank, which filters match only if the value is sent on its own, including the blank: ${told}`,
    ]);
  });
});

describe('values of billers and bill types that begin or end with a blank', () => {
  it('are warned of, each member by itself', async () => {
    const billers = [
      billerLine('0101  ', { name: ' Lake Water' }),
      billerLine('0102  ', { organisation: '\tAGL' }),
      billerLine('0103', { billType: ' WATER' }),
    ];
    expect(await warningsOf('billers', billers)).toEqual([
      'billers name 1 bill type not among the imported bill types: " WATER" (1 biller, in line 3)',
      '3 members have values that begin or end with a blank, which filters match only if the value is sent on its own, including the blank: code (2 billers, first in line 1), organisation (1 biller, in line 2), billType (1 biller, in line 3)',
    ]);
    expect(await warningsOf('bill-types', [{ code: 'WATER ', name: 'Water ' }])).toEqual([
      '1 member has values that begin or end with a blank, which filters match only if the value is sent on its own, including the blank: code (1 bill type, in line 1)',
    ]);
  });
});

describe('codes that no stored record has', () => {
  it('are warned of, those of services and those of bill types', async () => {
    const lines = [
      locationLine('A', { services: [{ code: 7 }, { code: 8 }] }),
      locationLine('B', { services: [{ code: 9 }, { code: 8 }] }),
    ];
    expect(await warningsOf('locations', lines)).toEqual([
      'locations name 2 service codes not among the imported services: 8 (2 locations, first in line 1), 9 (1 location, in line 2)',
    ]);
    expect(await warningsOf('billers', [billerLine('1'), billerLine('2', { billType: 'GAS' })])).toEqual([
      'billers name 1 bill type not among the imported bill types: GAS (1 biller, in line 2)',
    ]);
  });
});

const times = <Line>(count: number, make: (index: number) => Line) =>
  Array.from({ length: count }, (_, index) => make(index));

const sixMegabytes = 6 * 1024 * 1024;
const tooLarge = 'larger than the 6 MB limit of a response, so that clients get errors: ';

/** Lines of which some thirty make 6 MB. */
const longLocation = (index: number, more: object) =>
  locationLine(`L${index}`, { description: 'x'.repeat(200_000), work_centre_id: index, ...more });
const address = (postcode: string) => [{ address_line_1: '1 Main Road', postcode }];

it('lists of usual lines fit', async () => {
  const lines = times(1_000, (index) => locationLine(`L${index}`));
  expect(await warningsOf('locations', lines)).toEqual([]);
  expect(
    await warningsOf(
      'services',
      times(200, (code) => serviceLine(code)),
    ),
  ).toEqual([]);
});

it('lists of points are summed up by postcode, work centre and delivery point', async () => {
  const spread = (index: number) => ({ addresses: address(String(1_000 + index)), delivery_point_id: index });
  const lines = times(40, (index) => longLocation(index, spread(index)));
  expect(await warningsOf('locations', lines)).toEqual([]);
  expect(
    await warningsOf(
      'locations',
      times(40, (index) => longLocation(index, { ...spread(index), addresses: address('0800') })),
    ),
  ).toEqual([`${tooLarge}points of postcode 0800`]);
  expect(
    await warningsOf(
      'locations',
      times(40, (index) =>
        longLocation(index, { ...spread(index), work_centre_id: 0, delivery_point_id: 999_999_999 }),
      ),
    ),
  ).toEqual([`${tooLarge}points of work centre 0, points of delivery point 999999999`]);
});

it('of many lists that are too large ten are named', async () => {
  const lines = times(12 * 40, (index) =>
    longLocation(index, {
      addresses: [{ address_line_1: '1 Main Road' }],
      work_centre_id: Math.floor(index / 40),
    }),
  );
  expect(await warningsOf('locations', lines)).toEqual([
    expect.stringMatching(/: points of work centre 0, .*points of work centre 9 and 2 more$/),
  ]);
});

it.each<[ImportKind, (index: number) => object]>([
  ['services', (code) => serviceLine(code, { details: '"'.repeat(2_000) })],
  ['billers', (index) => billerLine(`B${index}`, { paymentMethods: Array(50).fill('"'.repeat(100)) })],
  ['bill-types', (index) => ({ code: `T${index}`, name: 'Water', description: '"'.repeat(3_000) })],
])('the list of %s is measured as it stands in a response', async (kind, line) => {
  const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(recordKinds[kind].record.parse(line(0)))));
  const count = Math.floor(sixMegabytes / bytes);
  expect(await warningsOf(kind, times(Math.floor(0.95 * count), line))).toEqual([]);
  expect(await warningsOf(kind, times(count + 1, line))).toEqual([`${tooLarge}the list of ${kind}`]);
});

const warningOf = async (...args: Parameters<typeof warningsOf>): Promise<string | undefined> => {
  const [warning, ...others] = await warningsOf(...args);
  expect(others).toEqual([]);
  return warning;
};

const one = '1 capability_id has several services, so that version 3 lists it several times: ';

it('a replacement that keeps nothing is judged by its lines alone', async () => {
  expect(
    await warningOf('services', [service(5), service(6), service(7, 'STORED')], { mode: 'replace' }),
  ).toBeUndefined();
  expect(
    await warningOf('services', [service(21, 'A'), service(3), service(20, 'A')], { mode: 'replace' }),
  ).toBe(`${one}A (service codes 20, 21)`);
});

it('a replacement is judged together with the stored services that it keeps, and with no others', async () => {
  expect(
    await warningOf('services', [service(7, 'STORED'), service(8, 'OC3')], {
      mode: 'replace',
      kept: ['2', '4'],
    }),
  ).toBe(`${one}STORED (service codes 2, 7)`);
  expect(await warningOf('services', [service(7)], { mode: 'replace', kept: ['1', '2'] })).toBe(
    `${one}STORED (service codes 1, 2)`,
  );
});

it('a line that is read again is the same service', async () => {
  expect(
    await warningOf('services', [service(5), service(6), service(5)], { mode: 'replace' }),
  ).toBeUndefined();
});

it('a merge is judged together with the stored services, each as the input has it if it names it', async () => {
  expect(await warningOf('services', [service(5, 'OC3')], { mode: 'merge' })).toBe(
    '2 capability_ids have several services, so that version 3 lists them several times: STORED (service codes 1, 2), OC3 (service codes 3, 5)',
  );
  expect(
    await warningOf('services', [service(2), service(3, 'NEW'), service(5, 'OC3')], { mode: 'merge' }),
  ).toBeUndefined();
});

it('ids and codes are listed up to ten, and are quoted where they are no plain words', async () => {
  const services = Array.from({ length: 24 }, (_, code) => service(code, `ID${code % 12}`));
  expect(await warningOf('services', services)).toMatch(
    /^12 capability_ids .*: ID0 \(service codes 0, 12\), .*, ID9 \(service codes 9, 21\) and 2 more$/,
  );
  const all = Array.from({ length: 12 }, (_, code) => service(code, 'an \u001b id'));
  expect(await warningOf('services', all)).toBe(
    `${one}"an \\u001b id" (service codes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)`,
  );
});

const knownOf = (kind: ImportKind) => [...knownMembers(recordKinds[kind].record)];

it('knows the members of a line, and of objects and lists within it', () => {
  expect(knownOf('bill-types')).toEqual(['code', 'name', 'description']);
  expect(knownOf('locations')).toEqual(
    expect.arrayContaining(['addresses', 'addresses[].address_line_1', 'services[].hours[].weekday']),
  );
  expect(knownOf('billers')).toContain('reference.checkDigit');
});

describe('the check for unknown members', () => {
  it('says nothing of lines that have what the format has', async () => {
    expect(await warningOf('locations', [locationLine('A')])).toBeUndefined();
    expect(await warningOf('services', [serviceLine(1)])).toBeUndefined();
    expect(await warningOf('billers', [billerLine('A')])).toBeUndefined();
  });

  it('names each once, with its lines, the first of them, and its place', async () => {
    const address = { address_line_1: '1 Main Road', street: 'Main Road' };
    const lines = [
      locationLine('A', { phone: '1' }),
      locationLine('B', { addresses: [address, address], services: [{ code: 7, service_cod: 1 }] }),
      locationLine('C', { phone: '2' }),
    ];
    expect(await warningOf('locations', lines)).toBe(
      '3 unknown fields are ignored: phone (2 lines, first in line 1), addresses[].street (1 line, in line 2), services[].service_cod (1 line, in line 2)',
    );
  });

  it.each([null, 7, 'text', [], { addresses: 'none', hours: null, services: [3] }])(
    'passes over what is no object where one should be: %j',
    async (line) => {
      expect(String(await warningOf('locations', [line]))).not.toContain('addresses');
    },
  );

  it('knows a member by its own name alone', async () => {
    expect(await warningOf('services', [JSON.parse('{"__proto__":1,"constructor":2}')])).toBe(
      '2 unknown fields are ignored: __proto__ (1 line, in line 1), constructor (1 line, in line 1)',
    );
  });

  it('lists ten of a hundred names, and does not count further ones', async () => {
    const lines = Array.from({ length: 101 }, (_, index) => serviceLine(index, { [`name ${index}`]: 1 }));
    const few = await warningOf('services', lines.slice(0, 12));
    expect(few).toMatch(/^12 unknown fields are ignored: "name 0" \(1 line, in line 1\), /);
    expect(few).toMatch(/ and 2 more$/);
    expect(await warningOf('services', lines.slice(0, 100))).toMatch(/^100 unknown .* and 90 more$/);
    expect(await warningOf('services', lines)).toMatch(/^more than 100 unknown .* and 90 more$/);
  });

  it('looks into no lists of lists, however deep', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(150_000)}{"nobody":1}${']'.repeat(150_000)}`);
    expect(await warningOf('locations', [locationLine('A', { addresses: deep })])).toBeUndefined();
  });

  it('shortens a name that fills its line', async () => {
    expect(
      (await warningOf('services', [serviceLine(1, { ['x'.repeat(300_000)]: 1 })]))?.length,
    ).toBeLessThan(150);
  });
});
