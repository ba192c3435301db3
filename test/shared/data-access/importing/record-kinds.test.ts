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
  places: [placeLine('3065', { weight: 7 }), placeLine('0800')],
  holidays: [
    { date: '2026-11-03', name: 'Melbourne Cup', states: ['VIC'] },
    { date: '2027-10-21', name: 'Royal Hobart Show', states: ['TAS'], postcodes: ['7000', '7004'] },
  ],
};

interface Member {
  /** Name as in imports: `addresses[].suburb`. */
  readonly name: string;
  readonly value: unknown;
  /** Returns the line with another value, or without the member if the value is undefined. */
  readonly lineWith: (other: unknown) => unknown;
}

const membersOf = function* (
  value: unknown,
  lineWith: Member['lineWith'] = (other) => other,
  name = '',
): Generator<Member> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* membersOf(item, (other) => lineWith(value.with(index, other)), `${name}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, content] of Object.entries(value)) {
      const path = name === '' ? member : `${name}.${member}`;
      const withOther: Member['lineWith'] = (other) => lineWith({ ...value, [member]: other });
      yield { name: path, value: content, lineWith: withOther };
      yield* membersOf(content, withOther, path);
    }
  }
};

const alternativesTo = (value: unknown): readonly unknown[] =>
  typeof value === 'number' ? [value + 1, value - 1] : [undefined, !value, `${value} changed`];

/** Maximum number of lines and values tried per member. More would be unlikely to find more faults. */
const maxTried = 40;

it.each(tableKinds)('stores every member of a line of %s', (kind) => {
  const { record } = recordKinds[kind];
  const members = lines[kind].flatMap((line) => {
    const stored = record.parse(line);
    return [...membersOf(line)].map((member) => ({ ...member, stored }));
  });
  const byName = Map.groupBy(members, ({ name }) => name);
  const isStored = (name: string): boolean => {
    const alike = (byName.get(name) ?? []).slice(0, maxTried);
    return alike.some(({ value, lineWith, stored }) =>
      [...alternativesTo(value), ...alike.map((each) => each.value)].some((other) => {
        const { success, data } = record.safeParse(lineWith(other));
        return success && !isDeepStrictEqual(data, stored);
      }),
    );
  };
  expect([...knownMembers(record)].filter((name) => !isStored(name))).toEqual([]);
});

it('stores a place with the values of its line', () => {
  const line = placeLine('3065', { weight: 7 });
  expect(recordKinds.places.record.parse(line)).toStrictEqual({ code: expect.any(String), ...line });
});
