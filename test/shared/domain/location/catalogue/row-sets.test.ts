import { describe, expect, it } from 'vitest';
import { facetsOf } from '../../../../../shared/domain/location/catalogue/location-attributes.ts';
import { locationColumnsBuilder } from '../../../../../shared/domain/location/catalogue/location-columns.ts';
import type { LocationFilter } from '../../../../../shared/domain/location/catalogue/location-filter.ts';
import { criteriaOf, rowSets } from '../../../../../shared/domain/location/catalogue/row-sets.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { postOffice } from '../../../../support/networks/network-records.ts';
import { matchesLocationFilter } from '../../../../support/oracles/matches-location-filter.ts';

const count = 1000;

/** Of every ten one is a locker; every hundredth is restricted, by turns in two ways, of which the later sorts first. */
const network = Array.from({ length: count }, (_, index): Location => {
  const restriction = index % 200 === 0 ? 'RD' : 'AL';
  return postOffice(index, {
    type: index % 10 === 0 ? 'UPL' : 'PO',
    ...(index % 100 === 0 && { accessRestrictionCode: restriction }),
    ...(index % 7 === 0 && { locationTypeCode: 'A,B' }),
    services: index % 2 === 0 ? [{ code: 1 }, { code: 2 }] : [{ code: 3 }],
  });
});

const columnsOf = (locations: readonly Location[]) => {
  const builder = locationColumnsBuilder();
  for (const location of locations) builder.add(facetsOf(location));
  return builder.finish();
};
const columns = columnsOf(network);
const { rank } = columns.places();
const rowsWhere = (filter: LocationFilter) =>
  [...rank.keys()].filter((row) => matchesLocationFilter(network[rank[row] ?? 0] ?? postOffice(0), filter));

const filters: readonly (readonly [string, LocationFilter])[] = [
  ['one value', { types: new Set(['UPL']) }],
  ['few rows of several values', { accessRestrictionCodes: new Set(['RD', 'AL']) }],
  ['many rows of several values', { serviceCodes: new Set([2, 3]) }],
  ['rows that bear several of the values', { serviceCodes: new Set([1, 2]) }],
  ['one value beside one that nothing bears', { serviceCodes: new Set([3, 99]) }],
  ['a value that nothing bears', { types: new Set(['PO']), serviceCodes: new Set([99]) }],
  ['several criteria', { types: new Set(['UPL']), accessRestrictionCodes: new Set(['AL']) }],
  ['criteria that no row meets together', { types: new Set(['UPL']), serviceCodes: new Set([3]) }],
  ['an empty criterion', { types: new Set() }],
  ['an empty criterion beside another', { types: new Set(), serviceCodes: new Set([1]) }],
  ['a value with a comma', { locationTypeCodes: new Set(['A,B']), types: new Set(['PO']) }],
  ['the same split at the comma', { locationTypeCodes: new Set(['A', 'B']), types: new Set(['PO']) }],
  ['all of some address types', { allAddressTypes: new Set(['STREET_ADDRESS']) }],
  ['all of address types of which one is missing', { allAddressTypes: new Set(['STREET_ADDRESS', 'X']) }],
  ['any of these address types', { anyAddressTypes: new Set(['STREET_ADDRESS', 'X']) }],
];

describe('the rows that meet criteria', () => {
  const rowsMeeting = rowSets(columns);

  it('are all of them where there is nothing to meet', () => {
    expect(rowsMeeting([])).toBeUndefined();
  });

  it.each(filters)('are those that a look at every location finds, and again: %s', (_what, filter) => {
    for (const meeting of [rowsMeeting, rowsMeeting, rowSets(columns)]) {
      const found = meeting(criteriaOf(filter));
      expect(Array.from(found?.positions() ?? [])).toEqual(rowsWhere(filter));
      expect(found?.size).toBe(rowsWhere(filter).length);
    }
  });

  it('are made once for the pages of one search', () => {
    const criteria = criteriaOf({ types: new Set(['UPL', 'PO']), serviceCodes: new Set([1]) });
    expect(rowsMeeting(criteria)).toBe(rowsMeeting([...criteria]));
  });

  it('are made once for values in another order, and beside values that nothing bears', () => {
    const asked = (types: ('PO' | 'UPL')[], codes: number[]) =>
      rowsMeeting(criteriaOf({ types: new Set(types), serviceCodes: new Set(codes) }));
    const set = asked(['UPL', 'PO'], [1, 3]);
    expect(asked(['PO', 'UPL'], [3, 1])).toBe(set);
    expect(asked(['PO', 'UPL'], [3, 99, 1])).toBe(set);
    const types = ['STREET_ADDRESS', 'POST_OFFICE_BOX'];
    const all = rowsMeeting(criteriaOf({ allAddressTypes: new Set(types), serviceCodes: new Set([1]) }));
    const turned = { allAddressTypes: new Set(types.toReversed()), serviceCodes: new Set([1]) };
    expect(rowsMeeting(criteriaOf(turned))).toBe(all);
  });

  it('are not forgotten for what nothing bears, as they are in the end for what others ask', () => {
    const turns = 200;
    const services = (index: number) => [{ code: 0 }, { code: 1 + (index % turns) }];
    const locations = network.map((location, index) => ({ ...location, services: services(index) }));
    const meeting = rowSets(columnsOf(locations), 40_000);
    const usual = criteriaOf({ types: new Set(['PO', 'UPL']), serviceCodes: new Set([0]) });
    const set = meeting(usual);
    for (let turn = 0; turn < turns; turn++) {
      meeting(criteriaOf({ types: new Set(['PO', 'UPL']), serviceCodes: new Set([1000 + turn]) }));
      meeting(criteriaOf({ types: new Set(['PO', 'UPL']), serviceCodes: new Set([0, 1000 + turn]) }));
    }
    expect(meeting(usual)).toBe(set);
    // As many of what is borne do push it out, or this would show nothing.
    for (let turn = 1; turn <= turns; turn++) {
      meeting(criteriaOf({ types: new Set(['PO', 'UPL']), serviceCodes: new Set([0, turn]) }));
    }
    expect(meeting(usual)).not.toBe(set);
    expect(meeting(usual)?.size).toBe(set?.size);
  });
});
