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

const withRule = (rule: object) => ({
  reference: {
    label: 'Number',
    minLength: 1,
    maxLength: 9,
    checkDigit: 'WEIGHTED',
    checkDigitRule: { ...rule, modulus: 11 },
    examples: ['1', '2'],
  },
});

/** Member that cannot be changed on its own: the other modulus is invalid without changes to other members. */
const withoutAlternative = 'reference.checkDigitRule.modulus';

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
    locationLine('2', { opens_on: '2026-03-01', closes_on: '2028-03-01', hours_confirmed_on: '2026-10-02' }),
    ...fixtureNetwork.locations,
  ],
  services: [...fixtureNetwork.services, serviceLine(1, { partner_code: 'XX' })],
  'parcel-limits': fixtureNetwork.parcelLimits,
  billers: [
    ...fixtureNetwork.billers,
    billerLine(
      '1',
      withRule({ weights: [1, 2], from: 'LEFT', products: 'ADD', check: 'REMAINDER', ten: 'X' }),
    ),
    billerLine(
      '2',
      withRule({ weights: [3], from: 'RIGHT', products: 'ADD_DIGITS', check: 'COMPLEMENT', ten: '0' }),
    ),
  ],
  'bill-types': fixtureNetwork.billTypes,
  places: [placeLine('3065', { weight: 7 }), placeLine('0800')],
  holidays: [
    { date: '2026-11-03', name: 'Melbourne Cup', states: ['VIC'] },
    { date: '2027-10-21', name: 'Royal Hobart Show', states: ['TAS'], postcodes: ['7000', '7004'] },
  ],
};

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Selects members that have values instead of nested members. Names are as in imports: `addresses[].suburb`. */
const namesOf = (members: Iterable<string>): readonly string[] => {
  const names = [...new Set(members)];
  return names.filter(
    (name) => !names.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[].`)),
  );
};

/** A value nested in another value, such as a member of a line. */
interface Nested {
  /** Name of the member or, for an item in a list of values, of the list. */
  readonly name: string;
  readonly value: unknown;
  /** Returns the outer value with this value replaced. */
  readonly wholeWith: (other: unknown) => unknown;
}

const nestedValues = function* (
  value: unknown,
  name = '',
  wholeWith: Nested['wholeWith'] = (other) => other,
): Generator<Nested> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* nestedValues(item, hasMembers(item) ? `${name}[]` : name, (other) =>
        wholeWith(value.with(index, other)),
      );
  } else if (hasMembers(value)) {
    for (const [member, inner] of Object.entries(value))
      yield* nestedValues(inner, name === '' ? member : `${name}.${member}`, (other) =>
        wholeWith({ ...value, [member]: other }),
      );
  } else {
    yield { name, value, wholeWith };
  }
};

const alternativesTo = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'string' ? [`${value} changed`] : [];
};

const timesIn = (whole: unknown, sought: unknown): number =>
  [...nestedValues(whole)].filter(({ value }) => String(value) === String(sought)).length;

/** Maximum number of lines and values tried per member. More would be unlikely to find more faults. */
const maxTried = 40;

it.each(tableKinds)('stores every member of a line of %s', (kind) => {
  const { record } = recordKinds[kind];
  const all = lines[kind].flatMap((line) => {
    const stored = record.parse(line);
    return [...nestedValues(line)].map((nested) => ({ ...nested, stored }));
  });
  const byName = Map.groupBy(all, ({ name }) => name);
  const isStored = (name: string): boolean => {
    const alike = byName.get(name) ?? [];
    const values = [...new Set(alike.map(({ value }) => value))].slice(0, maxTried);
    return alike.slice(0, maxTried).some(({ value, wholeWith, stored }) =>
      [...alternativesTo(value), ...values].some((other) => {
        const { success, data } = record.safeParse(wholeWith(other));
        return success && timesIn(data, other) > timesIn(stored, other);
      }),
    );
  };
  const names = namesOf(knownMembers(record)).filter((name) => name !== withoutAlternative);
  expect(names.filter((name) => !isStored(name))).toEqual([]);
});
