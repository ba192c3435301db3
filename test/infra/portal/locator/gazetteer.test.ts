import { describe, expect, it } from 'vitest';
import { createGazetteer } from '../../../../infra/portal/locator/gazetteer.ts';
import type { MapPlace } from '../../../../shared/wire/map-file.ts';

const place = (id: string, name: string, [suburb = '', state = '', postcode = '']: string[]): MapPlace => ({
  id,
  kind: id.endsWith('_UPL') ? 'UPL' : id.endsWith('_R_SPB') ? 'R_SPB' : 'PO',
  name,
  suburb,
  state,
  postcode,
  lat: -33,
  lon: 151,
  services: [],
  schedule: 0,
  schedulesOfServices: new Map(),
});

const terrigal = ['Terrigal', 'NSW', '2260'];
const places = [
  place('100001_PO', 'Terrigal', terrigal),
  place('500001_UPL', 'Terrigal Parcel Lockers 1', terrigal),
  place('600001_R_SPB', 'Red Street Post Box', terrigal),
  place('100002_PO', 'Raymond Terrace', ['Raymond Terrace', 'NSW', '2324']),
  place('100003_PO', 'Richmond', ['Richmond', 'VIC', '3121']),
  place('100004_PO', 'Richmond', ['Richmond', 'NSW', '2753']),
  place('100005_PO', 'Saint Kilda', ['St Kilda', 'VIC', '3182']),
];
const gazetteer = createGazetteer(places);
const labels = (text: string) =>
  gazetteer
    .suggest(text)
    .map(({ by, label }) => `${by === 'outlet' ? 'Places' : 'Suburbs and postcodes'}: ${label}`);

describe('suggestions from the map file', () => {
  it('list suburbs first, then names, with offices before street post boxes', () => {
    expect(labels('terr')).toEqual([
      'Suburbs and postcodes: Terrigal NSW 2260',
      'Suburbs and postcodes: Raymond Terrace NSW 2324',
      'Places: Terrigal Post Office',
      'Places: Terrigal Parcel Lockers 1',
      'Places: Raymond Terrace Post Office',
      'Places: Red street post box',
    ]);
  });

  it('show the states of suburbs with the same name', () => {
    expect(labels('richmond').slice(0, 2)).toEqual([
      'Suburbs and postcodes: Richmond NSW 2753',
      'Suburbs and postcodes: Richmond VIC 3121',
    ]);
  });

  it.each([
    ['2260', 'Suburbs and postcodes: 2260'],
    ['3121', 'Suburbs and postcodes: 3121'],
    ['500001_upl', 'Places: Terrigal Parcel Lockers 1'],
    ['terigal', 'Suburbs and postcodes: Terrigal NSW 2260'],
    ['Saint Kilda', 'Suburbs and postcodes: St Kilda VIC 3182'],
    ['richmond vic', 'Suburbs and postcodes: Richmond VIC 3121'],
    ['lockers', 'Places: Terrigal Parcel Lockers 1'],
  ])('for %s start with "%s"', (text, first) => {
    expect(labels(text)[0]).toBe(first);
  });

  it.each(['', '  ', '!?', '9999', 'Nowhere'])('are empty for "%s"', (text) => {
    expect(gazetteer.suggest(text)).toEqual([]);
  });
});

describe("a name in the page's address", () => {
  it.each([
    ['Richmond NSW 2753', ['100004_PO']],
    ['richmond, victoria', ['100003_PO']],
    ['2260', ['100001_PO', '500001_UPL', '600001_R_SPB']],
  ])('selects the places that it names: %s', (text, ids) => {
    const where = gazetteer.resolve(text);
    expect(places.filter((each) => where?.contains?.(each)).map(({ id }) => id)).toEqual(ids);
  });

  it("can be a place's code", () => {
    expect(gazetteer.resolve('100002_po')).toMatchObject({
      by: 'outlet',
      text: '100002_PO',
      label: 'Raymond Terrace Post Office',
    });
    expect(gazetteer.resolve('199999_PO')).toBeUndefined();
  });
});
