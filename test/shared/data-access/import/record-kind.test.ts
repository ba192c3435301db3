import { expect, it } from 'vitest';
import {
  hasMembers,
  type KnownMembers,
  knownMembers,
} from '../../../../shared/data-access/import/findings/known-members.ts';
import {
  type ImportKind,
  importKinds,
  recordKinds,
} from '../../../../shared/data-access/import/record-kind.ts';
import { fixtureNetwork } from '../../../support/fixture/fixture-network.ts';
import { locationLine, serviceLine } from '../../../support/networks/import-lines.ts';

const christmas = { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' };

/** Lines of each kind that have, between them, every member that a line may have. */
const lines: Readonly<Record<ImportKind, readonly object[]>> = {
  locations: [
    ...fixtureNetwork.locations,
    locationLine('1', {
      partner_code: 'XX',
      time_zone: 'Asia/Tokyo',
      addresses: [{ address_line_1: '1 Main Road', country_name: 'Terra Australis' }],
      services: [{ code: 7, hours: [christmas] }],
    }),
  ],
  services: [...fixtureNetwork.services, serviceLine(1, { partner_code: 'XX' })],
  billers: fixtureNetwork.billers,
  'bill-types': fixtureNetwork.billTypes,
};

/** Names of the members, with those within others as imports name them: `addresses[].suburb`. */
const namesOf = ({ prefix, members }: KnownMembers): readonly string[] =>
  [...members].flatMap(([name, inner]) => [`${prefix}${name}`, ...(inner ? namesOf(inner) : [])]);

/** Yields the value without each of its members in turn, and the name of that member. */
const eachLeftOut = function* (
  value: unknown,
  name = '',
): Generator<readonly [name: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const [inner, less] of eachLeftOut(item, `${name}[]`)) yield [inner, value.with(index, less)];
  } else if (hasMembers(value)) {
    for (const [member, within] of Object.entries(value)) {
      const named = name === '' ? member : `${name}.${member}`;
      yield [named, { ...value, [member]: undefined }];
      for (const [inner, less] of eachLeftOut(within, named)) yield [inner, { ...value, [member]: less }];
    }
  }
};

it.each(importKinds)('every member of a line of %s tells in what is stored of it', (kind) => {
  const { record } = recordKinds[kind];
  const tells = new Set<string>();
  for (const line of lines[kind]) {
    const stored = JSON.stringify(record.parse(line));
    for (const [name, less] of eachLeftOut(line))
      if (!tells.has(name) && JSON.stringify(record.safeParse(less).data) !== stored) tells.add(name);
  }
  expect(namesOf(knownMembers(record)).filter((name) => !tells.has(name))).toEqual([]);
});
