import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filters, noFilters, type Where } from '../../../../infra/portal/locator/network.ts';
import { formatPageAddress, readPageAddress } from '../../../../infra/portal/locator/page-address.ts';
import { locationTypes } from '../../../../shared/domain/location/location-types.ts';

const read = (address: string) => readPageAddress(new URL(address, 'https://portal.example/locator/'));

const named = (text: string): Where => ({ by: 'suburb', text, label: text, lat: 0, lon: 0 });

const filters: fc.Arbitrary<Filters> = fc.record(
  {
    kinds: fc.subarray([...locationTypes]),
    services: fc.uniqueArray(fc.stringMatching(/^OC\d{4}$/), { maxLength: 4 }),
    openAt: fc.constantFrom('now', '2026-12-24T17:30'),
  },
  { requiredKeys: ['kinds', 'services'] },
);

describe("the page's address", () => {
  it('contains the search, the filters and the open place', () => {
    const texts = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }).map((text) => `a${text}z`);
    fc.assert(
      fc.property(texts, filters, fc.option(texts, { nil: undefined }), (near, chosen, place) => {
        const address = formatPageAddress(named(near), chosen, place);
        expect(read(address)).toMatchObject({ near, filters: chosen, ...(place && { place }) });
      }),
    );
    const chosen: Filters = { kinds: ['PO', 'UPL'], services: [], openAt: 'now' };
    expect(formatPageAddress(named('3000'), chosen)).toBe('?near=3000&kind=PO,UPL&open_at=now');
  });

  // Positions are in the fragment, which no server sees.
  it.each([
    ['#at=-12.463,130.846', { by: 'point', lat: -12.463, lon: 130.846 }],
    ['#area=144.9,-37.9,145.1,-37.7', { by: 'area', bounds: [144.9, -37.9, 145.1, -37.7] }],
  ])('contains positions: %s', (address, expected) => {
    const { where } = read(address);
    expect(where).toMatchObject(expected);
    expect(formatPageAddress(where, noFilters)).toBe(address);
  });

  it('reads positions as precisely as JavaScript prints them, but contains them only to about 100 m', () => {
    const [lat, lon] = [-1 / 3, 0.1 / 3];
    const { where } = read(`#lat=${lat}&lon=${lon}`);
    expect(where).toMatchObject({ lat, lon });
    expect(formatPageAddress(where, noFilters)).toBe('#at=-0.333,0.033');
  });

  it.each([
    '?kind=KIOSK&services=%00&open_at=soon',
    '?open_at=2026-13-40T10:00',
    '#at=91,0',
    '#at=1',
    '#area=1,2,3',
    '#area=1,2,3,1',
    '?lat=5',
    '?near=%20',
  ])('ignores invalid values: %s', (address) => {
    expect(read(address)).toEqual({
      near: undefined,
      where: undefined,
      place: undefined,
      filters: noFilters,
    });
  });
});
