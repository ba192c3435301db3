import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenPoint,
  noSearch,
  ownPoint,
  radiiKm,
  type Search,
  type Where,
  whereOfText,
} from '../../../../infra/portal/locator/search/search.ts';
import { fragmentOf, searchInFragment } from '../../../../infra/portal/locator/search/search-in-address.ts';
import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';

const point = fc.record({ lat: evenlyBetween(-90, 90), lon: evenlyBetween(-180, 180) }).map(chosenPoint);

const code = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/).filter((text) => !/^\d{4}$/.test(text));

const where: fc.Arbitrary<Where> = fc.oneof(
  fc.stringMatching(/^[0-9]{4}$/).map((postcode): Where => ({ by: 'postcode', postcode })),
  code.map((text): Where => ({ by: 'code', code: text })),
  point.map((at): Where => ({ by: 'point', point: at })),
);

const search: fc.Arbitrary<Search> = fc.record({
  where: fc.option(where, { nil: undefined }),
  types: fc.subarray([...locationTypes]),
  service: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  radiusKm: fc.constantFrom(...radiiKm),
});

describe('the URL fragment of a search', () => {
  it('restores the search and the selected place', () => {
    // JSON makes 0 of -0, which is the same place.
    const toJson = (value: unknown) => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(search, fc.option(code, { nil: undefined }), (original, selected) => {
        const restored = searchInFragment(fragmentOf({ search: original, selected }));
        expect(toJson(restored)).toEqual(toJson({ search: original, selected }));
      }),
    );
  });

  it('is short and readable', () => {
    const nearby: Search = {
      where: { by: 'point', point: { lat: -33.87, lon: 151.21 } },
      types: ['PO', 'UPL'],
      service: 'OC0060',
      radiusKm: 250,
    };
    expect(fragmentOf({ search: nearby, selected: '310000_PO' })).toBe(
      '#at=-33.87,151.21&type=PO,UPL&service=OC0060&radius=250&place=310000_PO',
    );
    expect(fragmentOf({ search: noSearch })).toBe('');
  });

  it.each([
    '#at=91,0',
    '#at=1',
    '#at=1,2,3',
    '#at=1e1,2',
    '#at=,',
    '#postcode=',
    '#postcode=30%2000',
    '#code=a%2Fb',
    '#?',
  ])('contains no place if it is %s', (fragment) => {
    expect(searchInFragment(fragment).search.where).toBeUndefined();
  });

  it('ignores unknown types and radii', () => {
    expect(searchInFragment('#type=PO,XX,&radius=49.5').search).toMatchObject({
      types: ['PO'],
      radiusKm: 50,
    });
  });

  it('contains no search if it is empty', () => {
    expect(searchInFragment('')).toEqual({
      search: { where: undefined, types: [], service: undefined, radiusKm: 50 },
      selected: undefined,
    });
  });
});

it('the search field distinguishes postcodes and location codes', () => {
  expect(whereOfText(' 0800 ')).toEqual({ by: 'postcode', postcode: '0800' });
  expect(whereOfText('310000_PO')).toEqual({ by: 'code', code: '310000_PO' });
  expect(whereOfText('')).toBeUndefined();
  expect(whereOfText('Melbourne City')).toBeUndefined();
});

describe('points', () => {
  it('are normalised if another copy of the world map is clicked', () => {
    expect(chosenPoint({ lat: -33.868_84, lon: 151.209_33 + 360 })).toEqual({ lat: -33.8688, lon: 151.2093 });
    expect(chosenPoint({ lat: 95, lon: -190 })).toEqual({ lat: 90, lon: 170 });
  });

  it("limit the visitor's position to a precision of 100 m", () => {
    expect(ownPoint({ lat: -33.868_844, lon: 151.209_333 })).toEqual({ lat: -33.869, lon: 151.209 });
  });
});
