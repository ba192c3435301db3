import { describe, expect, it } from 'vitest';
import { byCodeUnit } from '../../../../../shared/domain/code-unit-order.ts';
import { locationRecord } from '../../../../../shared/domain/importing/location-record.ts';
import {
  catalogueInMemory,
  type LocationCatalogue,
} from '../../../../../shared/domain/location/catalogue/catalogue.ts';
import { rankByText } from '../../../../../shared/domain/location/catalogue/word-index.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { locationLine } from '../../../../support/networks/import-lines.ts';
import { postOffices } from '../../../../support/networks/network-records.ts';
import { searchedLocation, textMatches } from '../../../../support/oracles/text-oracle.ts';

const searchIn =
  (catalogue: LocationCatalogue) =>
  async (text: string, offset = 0, size = 1_000_000) => {
    const ranking = rankByText(await catalogue.words(), text);
    const { total, page } = catalogue.search({ filter: {}, ranking, offset, size });
    return { total, codes: [...page].map(({ location }) => location.locationCode) };
  };

const scan = (network: readonly Location[], text: string): string[] =>
  textMatches(network.map(searchedLocation), text)
    .sort((one, other) => one.order - other.order || byCodeUnit(one.record.id, other.record.id))
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
    const { codes: all } = await search(text);
    if (text === '3065') expect(all.toSorted()).toEqual(expected.toSorted());
    else expect(all).toEqual(expected);
    expect(all).toEqual(scan(network, text));
  });
});

it('a text search finds thousands of locations again from cached sets', async () => {
  const search = searchIn(catalogueInMemory('v', postOffices(4_200), []));
  for (let time = 0; time < 2; time++) {
    const { total, codes } = await search('p', 4_199, 5);
    expect([total, ...codes]).toEqual([4_200, '004200_PO']);
  }
});
