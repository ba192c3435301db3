import { describe, expect, it } from 'vitest';
import type { Location } from '../../../../shared/domain/location/location.ts';
import {
  type Attribute,
  locationColumnsBuilder,
} from '../../../../shared/domain/location/location-columns.ts';
import type { LocationFilter } from '../../../../shared/domain/location/location-filter.ts';
import { matchesLocationFilter } from '../../../../shared/domain/location/location-filter.ts';
import { type Criterion, criteriaOf, rowSearcher } from '../../../../shared/domain/location/row-search.ts';
import { rowsUpTo } from '../../../../shared/domain/location/rows.ts';
import { postOffice } from '../../../support/network-records.ts';

const count = 1000;

/** Of every ten one is a locker; every hundredth is restricted, by turns in two ways, of which the later sorts first. */
const network = Array.from({ length: count }, (_, row): Location => {
  const restriction = row % 200 === 0 ? 'RD' : 'AL';
  return postOffice(row, {
    type: row % 10 === 0 ? 'UPL' : 'PO',
    ...(row % 100 === 0 && { accessRestrictionCode: restriction }),
    services: row % 2 === 0 ? [{ code: 1 }, { code: 2 }] : [{ code: 3 }],
  });
});

const builder = locationColumnsBuilder();
for (const location of network) builder.add(location);
const search = rowSearcher(builder.finish());

const asks = (attribute: Attribute, ...values: (string | number)[]): Criterion => ({
  attribute,
  values: new Set(values),
});
const rowsWhere = (holds: (row: number) => boolean) => Array.from(rowsUpTo(count)).filter(holds);

describe('a search of rows', () => {
  it('without criteria is for all of them', () => {
    const { atMost, rows, acceptance } = search([]);
    expect(atMost).toBe(count);
    expect(Array.from(rows())).toEqual(rowsWhere(() => true));
    expect([0, count - 1].map(acceptance())).toEqual([true, true]);
  });

  it('finds no more rows than its narrowest criterion, wherever that stands', () => {
    const [wide, narrow] = [asks('types', 'PO', 'UPL'), asks('accessRestrictionCodes', 'RD')];
    for (const criteria of [
      [wide, narrow],
      [narrow, wide],
    ]) {
      expect(search(criteria).atMost).toBe(5);
      expect(Array.from(search(criteria).rows())).toEqual([0, 200, 400, 600, 800]);
    }
  });

  it('with values that nothing bears is for none', () => {
    const none = search([asks('types', 'PO'), asks('serviceCodes', 99)]);
    expect(none.atMost).toBe(0);
    expect(Array.from(none.rows())).toEqual([]);
    expect([0, 1].map(none.acceptance())).toEqual([false, false]);
  });

  it.each<[string, LocationFilter]>([
    ['few rows of several values', { accessRestrictionCodes: new Set(['RD', 'AL']) }],
    ['many rows of several values', { serviceCodes: new Set([2, 3]) }],
    ['rows that bear several of the values', { serviceCodes: new Set([1, 2]) }],
    ['one value beside one that nothing bears', { serviceCodes: new Set([3, 99]) }],
    ['several criteria', { types: new Set(['UPL']), accessRestrictionCodes: new Set(['AL']) }],
    ['criteria that no row meets together', { types: new Set(['UPL']), serviceCodes: new Set([3]) }],
    ['an empty criterion', { types: new Set() }],
    ['all of some address types', { allAddressTypes: new Set(['STREET_ADDRESS']) }],
    [
      'all of address types of which one is missing',
      { allAddressTypes: new Set(['STREET_ADDRESS', 'PO_BOX']) },
    ],
    ['any of these address types', { anyAddressTypes: new Set(['STREET_ADDRESS', 'PO_BOX']) }],
  ])('gives each once, ascending, and accepts the same: %s', (_what, filter) => {
    const found = search(criteriaOf(filter));
    const expected = rowsWhere((row) => matchesLocationFilter(network[row] ?? postOffice(0), filter));
    expect(Array.from(found.rows())).toEqual(expected);
    expect(rowsWhere(found.acceptance())).toEqual(expected);
    expect(found.atMost).toBeGreaterThanOrEqual(expected.length);
  });
});
