import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { knownMembers } from '../../../../shared/data-access/importing/import-checks.ts';
import { type TableKind, tableKinds } from '../../../../shared/data-access/importing/import-kinds.ts';
import { recordKinds } from '../../../../shared/data-access/importing/record-kinds.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { billerLine, locationLine, placeLine, serviceLine } from '../../../support/networks/import-lines.ts';

const hoursOfService = [
  { type: 'HOURS', weekday: 0, start_time: '09:00', end_time: '17:00' },
  { type: 'LUNCH', weekday: 0, start_time: '12:00', end_time: '13:00' },
  { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' },
  { type: 'SPECIAL_CLOSED', start_date: '01/01/2027', end_date: '02/01/2027' },
];

const reference = {
  label: 'Number',
  minLength: 1,
  maxLength: 9,
  checkDigit: 'WEIGHTED',
  checkDigitRule: { weights: [1], from: 'LEFT', products: 'ADD', modulus: 11, check: 'REMAINDER', ten: 'X' },
  examples: ['1', '2'],
};

/** Lines of each kind that together have every possible member. */
const lines: Readonly<Record<TableKind, readonly object[]>> = {
  locations: [
    locationLine('1', {
      partner_code: 'XX',
      time_zone: 'Asia/Tokyo',
      addresses: [{ address_line_1: '1 Main Road', country_name: 'Terra Australis' }],
      services: [{ code: 7, hours: hoursOfService }],
      opens_on: '2026-02-28',
      closes_on: '2028-02-29',
      hours_confirmed_on: '2026-10-01',
    }),
    ...fixtureNetwork.locations,
  ],
  services: [...fixtureNetwork.services, serviceLine(1, { partner_code: 'XX' })],
  'parcel-limits': fixtureNetwork.parcelLimits,
  billers: [...fixtureNetwork.billers, billerLine('1', { reference })],
  'bill-types': fixtureNetwork.billTypes,
  places: [placeLine('3065', { weight: 7 })],
  holidays: [{ date: '2027-10-21', name: 'Royal Hobart Show', states: ['TAS'], postcodes: ['7000', '7004'] }],
};

interface Variant {
  /** Name of the missing member, as in imports: `addresses[].suburb`. */
  readonly name: string;
  readonly value: unknown;
}

/** Yields copies of a value, each without one of its members or nested members. */
const withoutOne = function* (value: unknown, name = ''): Generator<Variant> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const inner of withoutOne(item, `${name}[]`))
        yield { name: inner.name, value: value.with(index, inner.value) };
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, content] of Object.entries(value)) {
      const path = name === '' ? member : `${name}.${member}`;
      yield { name: path, value: { ...value, [member]: undefined } };
      for (const inner of withoutOne(content, path))
        yield { name: inner.name, value: { ...value, [member]: inner.value } };
    }
  }
};

it.each(tableKinds)('stores every member of a line of %s', (kind) => {
  const { record } = recordKinds[kind];
  const notStored = new Set(knownMembers(record));
  for (const line of lines[kind]) {
    const stored = record.parse(line);
    for (const { name, value } of withoutOne(line))
      if (notStored.has(name) && !isDeepStrictEqual(record.safeParse(value).data, stored))
        notStored.delete(name);
  }
  expect([...notStored]).toEqual([]);
});
