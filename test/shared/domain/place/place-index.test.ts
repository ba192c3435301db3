import { describe, expect, it } from 'vitest';
import { locationRecord } from '../../../../shared/domain/importing/location-record.ts';
import { placeRecord } from '../../../../shared/domain/importing/place-record.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { placesOfNetwork } from '../../../../shared/domain/place/network-places.ts';
import { labelOf } from '../../../../shared/domain/place/place.ts';
import { completePlaces, indexPlaces, placesNamed } from '../../../../shared/domain/place/place-index.ts';
import { locationLine, placeLine } from '../../../support/networks/import-lines.ts';

type Row = readonly [suburb: string, state: string, postcode: string, weight?: number];

const indexOf = (rows: readonly Row[]) =>
  indexPlaces(
    rows.map(([suburb, state, postcode, weight = 0], index) =>
      placeRecord.parse(placeLine(postcode, { suburb, state, weight, lat: -30 - index / 1000 })),
    ),
  );

const places = indexOf([
  ['Richmond', 'VIC', '3121', 900],
  ['Richmond', 'NSW', '2753', 500],
  ['Richmond', 'TAS', '7025', 100],
  ['Richmond', 'SA', '5033', 100],
  ['Richmond', 'QLD', '4822', 100],
  ['Richmond', 'QLD', '4740', 100],
  ['Richmond', 'WA', '6999', 1],
  ['North Richmond', 'NSW', '2754', 400],
  ['Mount Victoria', 'NSW', '2786', 10],
  ['Mount', 'VIC', '3999', 1000],
  ['Fitzroy', 'VIC', '3065', 50],
  ['Fitzroy North', 'VIC', '3068', 60],
  ['Melbourne', 'VIC', '3000', 70],
  ['East Melbourne', 'VIC', '3002', 30],
  ['Collins Street West', 'VIC', '3000', 5],
  ['Darwin City', 'NT', '0800', 20],
  ['Saint Kilda', 'VIC', '3182', 45],
  ["O'Connor", 'ACT', '2602', 3],
  ['São Tomé', 'NSW', '2001', 2],
  ['Seventeen Seventy', 'QLD', '4677', 1],
]);
const named = (text: string) => placesNamed(places, text).map(labelOf);

describe('the places that a text may name', () => {
  it.each([
    ['3000', ['Melbourne VIC 3000', 'Collins Street West VIC 3000']],
    ['Fitzroy', ['Fitzroy VIC 3065']],
    ['fitzroy vic', ['Fitzroy VIC 3065']],
    ['Fitzroy, Victoria', ['Fitzroy VIC 3065']],
    ['Fitzroy Victoria 3065', ['Fitzroy VIC 3065']],
    ['Fitzroy NSW', []],
    ['Fitzroy 3000', []],
    ['Mount Victoria', ['Mount Victoria NSW 2786']],
    ['Mount, VIC', ['Mount VIC 3999']],
    ['Mt Victoria', ['Mount Victoria NSW 2786']],
    ['St Kilda', ['Saint Kilda VIC 3182']],
    ['oconnor', ["O'Connor ACT 2602"]],
    ['O’Connor, A.C.T.', []],
    ['sao tome', ['São Tomé NSW 2001']],
    ['Fitzroi', ['Fitzroy VIC 3065']],
    ['fitzory vic', ['Fitzroy VIC 3065']],
    ['Melborne, victoria 3000', ['Melbourne VIC 3000']],
    ['elbourne', []],
    ['Meloborne', []],
    ['East Melborn', []],
    ['VIC', []],
  ])('%j are %j', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('are ordered by weight, then by state, suburb and postcode', () => {
    expect(named('richmond')).toEqual([
      'Richmond VIC 3121',
      'Richmond NSW 2753',
      'Richmond QLD 4740',
      'Richmond QLD 4822',
      'Richmond SA 5033',
      'Richmond TAS 7025',
      'Richmond WA 6999',
    ]);
    expect(named('Richmond, Queensland')).toEqual(['Richmond QLD 4740', 'Richmond QLD 4822']);
  });
});

describe('completions', () => {
  const completed = (text: string, size = 20) => completePlaces(places, text, size).map(labelOf);

  it('begin with places whose suburb or postcode begins with the text, followed by the others by weight', () => {
    expect(completed('mel')).toEqual(['Melbourne VIC 3000', 'East Melbourne VIC 3002']);
    expect(completed('fitz', 1)).toEqual(['Fitzroy North VIC 3068']);
    expect(completed('30')).toEqual([
      'Melbourne VIC 3000',
      'Fitzroy North VIC 3068',
      'Fitzroy VIC 3065',
      'East Melbourne VIC 3002',
      'Collins Street West VIC 3000',
    ]);
  });

  it('match whole words, and the last word also as a prefix unless a space follows', () => {
    expect(completed('vic fitz')).toEqual(['Fitzroy North VIC 3068', 'Fitzroy VIC 3065']);
    expect(completed('fitz vic')).toEqual([]);
    expect(completed('fitz ')).toEqual([]);
    expect(completed('fitzroy ')).toEqual(['Fitzroy North VIC 3068', 'Fitzroy VIC 3065']);
    expect(completed('st kil')).toEqual(['Saint Kilda VIC 3182']);
    expect(completed('melborne')).toEqual([]);
  });
});

describe('places of the network', () => {
  const at = (lat: number, suburb: string, over: object = {}): Location =>
    locationRecord.parse(
      locationLine(`${lat}`, {
        lat,
        lon: 145,
        addresses: [{ address_line_1: '1 High St', suburb, state: 'VIC', postcode: '3065', ...over }],
      }),
    );

  it('have the median coordinates of their street addresses, and the number of addresses as weight', () => {
    const found = placesOfNetwork([
      at(-37, 'FITZROY'),
      at(-38, 'Fitzroy'),
      at(-30, 'Fitzroy'),
      at(-36, 'Fitzroy'),
    ]);
    expect(found).toMatchObject([{ suburb: 'Fitzroy', lat: -37, lon: 145, weight: 4 }]);
  });

  it('exclude other types of address, and addresses without a suburb, state or postcode', () => {
    const others = [
      at(-37, 'Fitzroy', { type: 'PARCEL_COLLECT' }),
      at(-37, ''),
      at(-37, '-'),
      at(-37, 'Fitzroy', { state: undefined }),
      at(-37, 'Fitzroy', { postcode: undefined }),
      at(-37, 'x'.repeat(120)),
    ];
    expect(placesOfNetwork(others)).toEqual([]);
  });
});
