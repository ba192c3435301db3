import { expect, it } from 'vitest';
import { knownMembers } from '../../../../shared/data-access/importing/import-checks.ts';
import {
  type ImportKind,
  importKinds,
  recordKinds,
} from '../../../../shared/data-access/importing/record-kinds.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { locationLine, serviceLine } from '../../../support/networks/import-lines.ts';

const hoursOfService = [
  { type: 'HOURS', weekday: 0, start_time: '09:00', end_time: '17:00' },
  { type: 'LUNCH', weekday: 0, start_time: '12:00', end_time: '13:00' },
  { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' },
  { type: 'SPECIAL_CLOSED', start_date: '01/01/2027', end_date: '02/01/2027' },
];

/** Lines of each kind that have, between them, every member that a line may have. */
const lines: Readonly<Record<ImportKind, readonly object[]>> = {
  locations: [
    locationLine('1', {
      partner_code: 'XX',
      time_zone: 'Asia/Tokyo',
      addresses: [{ address_line_1: '1 Main Road', country_name: 'Terra Australis' }],
      services: [{ code: 7, hours: hoursOfService }],
    }),
    ...fixtureNetwork.locations,
  ],
  services: [...fixtureNetwork.services, serviceLine(1, { partner_code: 'XX' })],
  billers: fixtureNetwork.billers,
  'bill-types': fixtureNetwork.billTypes,
};

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Names of the members that hold values rather than other members, as imports name them: `addresses[].suburb`. */
const namesOf = (members: Iterable<string>): readonly string[] => {
  const names = [...new Set(members)];
  return names.filter(
    (name) => !names.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[].`)),
  );
};

/** A value within another, such as that of a member of a line. */
interface Within {
  /** Name of the member. An item of a list of values has the list's. */
  readonly name: string;
  readonly value: unknown;
  /** Returns the whole with another value in this one's place. */
  readonly wholeWith: (other: unknown) => unknown;
}

const valuesWithin = function* (
  value: unknown,
  name = '',
  wholeWith: Within['wholeWith'] = (other) => other,
): Generator<Within> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* valuesWithin(item, hasMembers(item) ? `${name}[]` : name, (other) =>
        wholeWith(value.with(index, other)),
      );
  } else if (hasMembers(value)) {
    for (const [member, inner] of Object.entries(value))
      yield* valuesWithin(inner, name === '' ? member : `${name}.${member}`, (other) =>
        wholeWith({ ...value, [member]: other }),
      );
  } else {
    yield { name, value, wholeWith };
  }
};

/** Values that may be valid in place of another. The texts are no others' standard: URLs have no spaces. */
const besides = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'string' ? [`${value} else`] : [];
};

const timesIn = (whole: unknown, sought: unknown): number =>
  [...valuesWithin(whole)].filter(({ value }) => String(value) === String(sought)).length;

/** Lines and values that are tried of a member: those of a large network have little more to tell. */
const tried = 40;

it.each(importKinds)('every member of a line of %s is stored', (kind) => {
  const { record } = recordKinds[kind];
  const all = lines[kind].flatMap((line) => {
    const stored = record.parse(line);
    return [...valuesWithin(line)].map((within) => ({ ...within, stored }));
  });
  const byName = Map.groupBy(all, ({ name }) => name);
  const isStored = (name: string): boolean => {
    const alike = byName.get(name) ?? [];
    const values = [...new Set(alike.map(({ value }) => value))].slice(0, tried);
    return alike.slice(0, tried).some(({ value, wholeWith, stored }) =>
      [...besides(value), ...values].some((other) => {
        const { success, data } = record.safeParse(wholeWith(other));
        return success && timesIn(data, other) > timesIn(stored, other);
      }),
    );
  };
  expect(namesOf(knownMembers(record)).filter((name) => !isStored(name))).toEqual([]);
});
