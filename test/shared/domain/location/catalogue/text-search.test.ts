import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationRecord } from '../../../../../shared/domain/importing/location-record.ts';
import {
  catalogueInMemory,
  type LocationCatalogue,
} from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { rankByText } from '../../../../../shared/domain/location/catalogue/word-index.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { locationTypes } from '../../../../../shared/domain/location/location-types.ts';
import { greatCircleKm } from '../../../../../shared/spatial/index.ts';
import { locationLine } from '../../../../support/networks/import-lines.ts';
import { postOffices } from '../../../../support/networks/network-records.ts';
import { searchedLocation, textMatches } from '../../../../support/oracles/text-oracle.ts';

const melbourne = { centre: { lat: -37.8136, lon: 144.9631 }, radiusKm: 50 };

const searchIn =
  (catalogue: LocationCatalogue) =>
  async (text: string, { area, offset = 0, size = 1_000_000 }: Options = {}) => {
    const ranking = rankByText(await catalogue.words(), text);
    const { total, page } = catalogue.search({ filter: {}, ranking, area, offset, size });
    return { total, codes: [...page].map(({ location }) => location.locationCode) };
  };
interface Options {
  readonly area?: typeof melbourne;
  readonly offset?: number;
  readonly size?: number;
}

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

const scan = (network: readonly Location[], text: string, area?: typeof melbourne): string[] =>
  textMatches(network.map(searchedLocation), text)
    .map((match) => ({ ...match, km: area ? greatCircleKm(area.centre, match.record) : 0 }))
    .filter(({ km }) => !area || km <= area.radiusKm)
    .sort(
      (one, other) => one.order - other.order || one.km - other.km || byText(one.record.id, other.record.id),
    )
    .map(({ record }) => record.id);

const located = (code: string, over: object = {}, address: object = {}): Location =>
  locationRecord.parse(
    locationLine(code, {
      addresses: [
        { address_line_1: '1 High Street', suburb: 'Fitzroy', state: 'VIC', postcode: '3065', ...address },
      ],
      ...over,
    }),
  );

describe('a text search', () => {
  const network = [
    located(
      '310003_PO',
      { type: 'PO', name: 'Melbourne GPO', work_centre_id: 400010 },
      { suburb: 'Melbourne' },
    ),
    located('310120_PO', { type: 'PO', name: 'Fitzroy' }, { address_line_1: '251 Smith Street' }),
    located('310121_UPL', { type: 'UPL', name: 'Smith St Lockers' }, { address_line_1: '251 Smith St' }),
    located('A_R_SPB', { type: 'R_SPB', name: undefined, description: 'Red Street Post Box' }),
    located('B_OS', { type: 'OS', name: 'Fitzroy Annexe' }),
    located('K_PO', { type: 'PO', name: 'St Kilda PO' }, { suburb: 'St Kilda', postcode: '3182' }),
    located('G_PO', { type: 'PO', name: 'Mount Gambier' }, { suburb: 'Mount Gambier', postcode: '5290' }),
    located('O_PO', { type: 'PO', name: "O'Connor" }, { suburb: 'O’Connor', postcode: '2602' }),
    located('S_DC', { type: 'DC', name: 'São Paulo', long_name: 'Ωραία Μελβούρνη' }, { suburb: 'X' }),
  ];
  const search = searchIn(catalogueInMemory('v', network, []));
  const found = async (text: string) => (await search(text)).codes;

  it.each([
    ['310003_PO', ['310003_PO']],
    ['310003_po', ['310003_PO']],
    ['400010', ['310003_PO']],
    ['smith st fitz', ['310120_PO', '310121_UPL']],
    ['smith street', ['310120_PO', '310121_UPL']],
    ['fitzroy', ['310120_PO', 'B_OS', '310121_UPL', 'A_R_SPB']],
    ['fitzroy ', ['310120_PO', 'B_OS', '310121_UPL', 'A_R_SPB']],
    ['fitzr ', []],
    ['3065', ['310120_PO', 'B_OS', '310121_UPL', '310003_PO', 'S_DC', 'A_R_SPB']],
    ['melborne', ['310003_PO']],
    ['melborne gpo', ['310003_PO']],
    ['Sao', ['S_DC']],
    ['São', ['S_DC']],
    ['oconnor', ['O_PO']],
    ["O'Connor", ['O_PO']],
    ['St Kilda', ['K_PO']],
    ['saint kilda', ['K_PO']],
    ['kilda post office', ['K_PO']],
    ['Mt Gambier', ['G_PO']],
    ['μελβουρνη', ['S_DC']],
    ['ΜΕΛΒΟΎΡΝΗ', ['S_DC']],
    ['red street post', ['A_R_SPB']],
    ['fitzroy 📮', ['310120_PO', 'B_OS', '310121_UPL', 'A_R_SPB']],
    ['fitzroy\u0000annexe', ['B_OS']],
    ['12345', []],
  ])('for %j finds %j', async (text, expected) => {
    const all = await found(text);
    if (text === '3065') expect(all.toSorted()).toEqual(expected.toSorted());
    else expect(all).toEqual(expected);
    expect(all).toEqual(scan(network, text));
  });
});

const syllables = ['ka', 'no', 'mel', 'st', 'bri', 'o', 'è', 'Λ'];
const words = fc.oneof(
  fc.constantFrom('St', 'Street', 'Saint', 'Post', 'Office', 'PO', 'Mt', 'Road', '3000', '3065', "O'Connor"),
  fc.array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 4 }).map((each) => each.join('')),
);
const phrases = fc.array(words, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));

const networks = fc.array(
  fc.record({
    type: fc.constantFrom(...locationTypes),
    name: fc.option(phrases, { nil: undefined }),
    long_name: fc.option(phrases, { nil: undefined }),
    lat: fc.constantFrom(-37.8, -37.81, -37.9, -30),
    work_centre_id: fc.nat({ max: 3 }),
    suburb: phrases,
    line: phrases,
  }),
  { minLength: 1, maxLength: 60 },
);

it('a text search returns the same pages as a scan of all locations, with and without a search point', async () => {
  await fc.assert(
    fc.asyncProperty(networks, fc.array(phrases, { minLength: 3, maxLength: 6 }), async (rows, texts) => {
      const network = rows.map(({ suburb, line, ...row }, index) =>
        located(`${index}_${row.type}`, { lon: 144.96, ...row }, { suburb, address_line_1: line }),
      );
      const search = searchIn(catalogueInMemory('v', network, []));
      for (const [index, phrase] of texts.entries()) {
        const typed =
          [phrase, `${phrase} `, phrase.slice(0, -1), phrase.replace('el', 'le')][index % 4] ?? '';
        if (!/[\p{L}\p{N}]/u.test(typed)) continue;
        for (const area of [undefined, melbourne]) {
          const expected = scan(network, typed, area);
          expect(await search(typed, { area }), typed).toEqual({ total: expected.length, codes: expected });
          const page = await search(typed, { area, offset: 3, size: 4 });
          expect(page, typed).toEqual({ total: expected.length, codes: expected.slice(3, 7) });
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('a text search finds thousands of locations again from cached sets', async () => {
  const search = searchIn(catalogueInMemory('v', postOffices(4_200), []));
  for (let time = 0; time < 2; time++) {
    const { total, codes } = await search('p', { offset: 4_199, size: 5 });
    expect([total, ...codes]).toEqual([4_200, '004200_PO']);
  }
});
