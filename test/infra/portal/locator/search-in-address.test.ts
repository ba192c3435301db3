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

const point = fc
  .record({
    lat: evenlyBetween(-90, 90),
    lon: evenlyBetween(-180, 180),
  })
  .map(chosenPoint);

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

const read = (fragment: string) => searchInFragment(fragment);

describe('the address of a search', () => {
  it('brings back the search, and which of its places was open', () => {
    fc.assert(
      fc.property(search, fc.option(code, { nil: undefined }), (asked, selected) => {
        // -0 and 0 are one place.
        const again = read(fragmentOf({ search: asked, selected }));
        expect(JSON.parse(JSON.stringify(again))).toEqual(
          JSON.parse(JSON.stringify({ search: asked, selected })),
        );
      }),
    );
  });

  it('is short, and can be read', () => {
    const asked: Search = {
      where: { by: 'point', point: { lat: -33.87, lon: 151.21 } },
      types: ['PO', 'UPL'],
      service: 'OC0060',
      radiusKm: 250,
    };
    expect(fragmentOf({ search: asked, selected: '310000_PO' })).toBe(
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
  ])('asks for no place where it reads %s', (fragment) => {
    expect(read(fragment).search.where).toBeUndefined();
  });

  it('leaves out kinds of place and radii that there are not', () => {
    expect(read('#type=PO,XX,&radius=49.5').search).toMatchObject({ types: ['PO'], radiusKm: 50 });
  });

  it('asks nothing where it is empty', () => {
    expect(read('')).toEqual({
      search: { where: undefined, types: [], service: undefined, radiusKm: 50 },
      selected: undefined,
    });
  });
});

describe('the field', () => {
  it('tells a postcode from a location code', () => {
    expect(whereOfText(' 0800 ')).toEqual({ by: 'postcode', postcode: '0800' });
    expect(whereOfText('310000_PO')).toEqual({ by: 'code', code: '310000_PO' });
    expect(whereOfText('')).toBeUndefined();
    expect(whereOfText('Melbourne City')).toBeUndefined();
  });
});

describe('points', () => {
  it('are of this earth, whichever copy of it was clicked on', () => {
    expect(chosenPoint({ lat: -33.868_84, lon: 151.209_33 + 360 })).toEqual({ lat: -33.8688, lon: 151.2093 });
    expect(chosenPoint({ lat: 95, lon: -190 })).toEqual({ lat: 90, lon: 170 });
  });

  it("tell the visitor's own position to 100 m only", () => {
    expect(ownPoint({ lat: -33.868_844, lon: 151.209_333 })).toEqual({ lat: -33.869, lon: 151.209 });
  });
});
