import { describe, expect, it } from 'vitest';
import type { Holiday } from '../../../../shared/domain/holiday.ts';
import { type AuditedNetwork, auditNetwork } from '../../../../shared/domain/location/audit.ts';
import { describeFinding } from '../../../../shared/domain/location/audit-finding.ts';
import type { HourEntry } from '../../../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../../../shared/domain/location/location.ts';
import { aCapability, postOffice } from '../../../support/networks/network-records.ts';

/** Monday 11:00 in Sydney, still Sunday evening in the west of America. */
const now = new Date('2026-11-30T00:00:00Z');

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const daily = (startTime: string, endTime: string, type: HourEntry['type'] = 'HOURS'): HourEntry[] =>
  everyDay.map((weekday) => ({ type, weekday, startTime, endTime }));
const on = (type: HourEntry['type'], date: string, more: Partial<HourEntry> = {}): HourEntry => ({
  type,
  startDate: date,
  endDate: date,
  ...more,
});

const christmas: Holiday = { code: '1', date: '2026-12-25', name: 'Christmas Day' };
const closedAtChristmas = on('SPECIAL_CLOSED', '25/12/2026');

/** An office about which the audit reports nothing. */
const office = (index: number, changes: Partial<Location> = {}): Location =>
  postOffice(index, {
    hours: [...daily('09:00', '17:00'), closedAtChristmas],
    hoursConfirmedOn: '2026-06-30',
    ...changes,
  });

const clean: AuditedNetwork = {
  locations: Array.from({ length: 12 }, (_, index) => office(index + 1)),
  capabilities: [aCapability(1), aCapability(2)],
  places: [],
  holidays: [christmas],
};

/** Findings about the clean network with these offices, such as `holiday-hours 000003_PO 2026-12-25 Christmas Day`. */
const find = (planted: readonly Location[], changes: Partial<AuditedNetwork> = {}) => {
  const codes = new Set(planted.map(({ locationCode }) => locationCode));
  const others = clean.locations.filter(({ locationCode }) => !codes.has(locationCode));
  const network = { ...clean, locations: [...others, ...planted], ...changes };
  return auditNetwork(network, now).map(
    (finding) => `${finding.kind} ${finding.id} ${describeFinding(finding)}`,
  );
};

it('the audit finds nothing in a clean network', () => {
  expect(find([])).toEqual([]);
});

it('the audit skips locations that have closed, but not locations that have yet to open', () => {
  const hours = daily('09:00', '17:00');
  expect(
    find([
      office(3, { hours, hoursConfirmedOn: '2020-01-01', closesOn: '2026-11-29' }),
      office(4, { hours, opensOn: '2026-12-24' }),
      office(5, { hours, opensOn: '2026-12-26' }),
      office(6, { hours, closesOn: '2026-12-24' }),
    ]),
  ).toEqual(['holiday-hours 000004_PO 2026-12-25 Christmas Day']);
});

describe('an outlet on a holiday', () => {
  const usual = daily('09:00', '17:00');
  const holidayOf = (changes: Partial<Holiday>) => ({ holidays: [{ ...christmas, ...changes }] });

  it.each<[string, readonly HourEntry[], boolean]>([
    ['is reported without a special entry', usual, true],
    ['is reported with only a special lunch', [...usual, on('SPECIAL_LUNCH', '25/12/2026')], true],
    ['is reported with an entry for another weekday', [...usual, { ...closedAtChristmas, weekday: 0 }], true],
    ['is not reported if it opens at special hours', [...usual, on('SPECIAL_HOURS', '25/12/2026')], false],
    ['is not reported if usually closed that day', usual.filter(({ weekday }) => weekday !== 4), false],
    ['is not reported without hours', [], false],
  ])('%s', (_what, hours, isFound) => {
    const all = clean.locations.map((each) => ({ ...each, hours: [...hours] }));
    expect(find(all).length).toBe(isFound ? all.length : 0);
  });

  it.each<[string, Partial<Holiday>, boolean]>([
    ['today', { date: '2026-11-30' }, true],
    ['yesterday', { date: '2026-11-29' }, false],
    ['in 60 days', { date: '2027-01-29' }, true],
    ['in 61 days', { date: '2027-01-30' }, false],
    ['of its state', { date: '2026-12-24', states: ['VIC', 'NSW'] }, true],
    ['of another state', { date: '2026-12-24', states: ['VIC'] }, false],
    ['of its postcode', { date: '2026-12-24', postcodes: ['2003'] }, true],
    ['of its postcode or another state', { date: '2026-12-24', states: ['VIC'], postcodes: ['2003'] }, true],
    ['of another postcode', { date: '2026-12-24', postcodes: ['2999'] }, false],
  ])('is reported if the holiday is %s: %o %s', (_what, changes, isFound) => {
    const found = find([], holidayOf(changes)).filter((each) => each.includes('000003_PO'));
    const expected = `holiday-hours 000003_PO ${changes.date} Christmas Day`;
    expect(found).toEqual(isFound ? [expected] : []);
  });

  it('is reported if only one of its services is open, unless it is a locker', () => {
    const services = [{ code: 1, hours: usual }];
    expect(
      find([office(3, { hours: [], services }), office(4, { type: 'UPL', hours: daily('00:00', '23:59') })]),
    ).toEqual(['holiday-hours 000003_PO 2026-12-25 Christmas Day']);
  });
});

it('special hours of a service on a holiday do not apply to the counter, and are unnecessary if it has its own', () => {
  const usual = daily('09:00', '17:00');
  const closedService = [{ code: 1, hours: [...usual, closedAtChristmas] }];
  expect(find([office(3, { hours: usual, services: closedService })])).toEqual([
    'holiday-hours 000003_PO 2026-12-25 Christmas Day',
  ]);
  const services = [{ code: 1, hours: usual }];
  expect(find([office(3, { hours: [closedAtChristmas], services })])).toEqual([]);
});

describe('long hours', () => {
  it('are more than 16 a day, without lunch', () => {
    const withHours = (index: number, ...hours: HourEntry[]) =>
      office(index, { hours: [...hours, closedAtChristmas] });
    expect(
      find([
        withHours(3, ...daily('06:00', '22:00')),
        withHours(4, ...daily('05:00', '22:00'), ...daily('12:00', '13:00', 'LUNCH')),
        withHours(5, ...daily('09:00', '17:00'), { ...daily('05:00', '21:30')[2], type: 'HOURS' }),
      ]),
    ).toEqual(['long-hours 000005_PO 16.5 hours on WED']);
  });

  it('are normal at parcel lockers', () => {
    const lockers = clean.locations.map((each) => ({
      ...each,
      type: 'UPL' as const,
      hours: daily('00:00', '23:59'),
    }));
    expect(find(lockers)).toEqual([]);
  });
});

describe('missing hours', () => {
  it('are reported if most of the nearest locations of the type have hours', () => {
    expect(find([office(3, { hours: [] })])).toEqual([
      'missing-hours 000003_PO no hours, unlike 5 of the 5 nearest',
    ]);
    const mostlySilent = clean.locations.map((each, index) => (index > 8 ? each : { ...each, hours: [] }));
    expect(find(mostlySilent).filter((each) => !/00(8|9)_PO/.test(each))).toEqual([]);
    const boxes = [3, 4, 5, 6].map((index) => office(index, { type: 'R_SPB', hours: [] }));
    expect(find(boxes)).toEqual([]);
  });

  it('are reported for a service if the nearest locations have hours for it', () => {
    const { hoursFrom: _, ...ownHoursOnly } = aCapability(3);
    const capabilities = [...clean.capabilities, ownHoursOnly];
    const offering = (index: number, hours?: HourEntry[]) =>
      office(index, { services: [{ code: 1 }, { code: 3, ...(hours && { hours }) }] });
    const own = [...daily('10:00', '12:00')];
    const offered = [offering(3, own), offering(4, own), offering(5), offering(6, own), offering(7, own)];
    expect(find(offered, { capabilities })).toEqual([
      'missing-hours 000005_PO no hours for service 3, unlike 4 of the 4 nearest',
    ]);
    // Two neighbours are too few.
    expect(find(offered.slice(0, 3), { capabilities })).toEqual([]);
  });
});

it('reports a location far from the place of its suburb and postcode', () => {
  const [three, four] = [office(3), office(4)];
  const placeOf = ({ addresses: [{ postcode }], coordinates }: Location, kmNorth: number) => ({
    code: `example nsw ${postcode}`,
    suburb: 'Example',
    state: 'NSW',
    postcode,
    lat: coordinates.lat + kmNorth / 111.2,
    lon: coordinates.lon,
    weight: 1,
  });
  expect(find([], { places: [placeOf(three, 24), placeOf(four, 40)] })).toEqual([
    'far-from-suburb 000004_PO 40 km from Example NSW 2004',
  ]);
  // If no places are imported, the audit uses the places in the network's own addresses.
  const { addresses } = three;
  expect(find([office(4, { addresses }), office(9, { addresses })])).toEqual([
    'far-from-suburb 000009_PO 78 km from EXAMPLE NSW 2003',
  ]);
});

it('reports two locations of a type within 20 m of each other, unless one replaces the other', () => {
  const { coordinates } = office(3);
  const near = (metres: number) => ({
    coordinates: { ...coordinates, lat: coordinates.lat + metres / 111_200 },
  });
  expect(find([office(4, near(15))])).toEqual(['duplicate 000003_PO 15 m from 000004_PO']);
  expect(find([office(4, near(25))])).toEqual([]);
  expect(find([office(4, { ...near(15), type: 'UPL' })])).toEqual([]);
  expect(find([office(4, { ...near(15), formerCodes: ['000003_PO'] })])).toEqual([]);
});

it('reports hours that nobody has confirmed for a year', () => {
  const { hoursConfirmedOn: _, ...never } = office(5);
  expect(
    find([
      office(3, { hoursConfirmedOn: '2025-11-30' }),
      office(4, { hoursConfirmedOn: '2025-11-29' }),
      never,
    ]),
  ).toEqual([
    'unconfirmed-hours 000004_PO confirmed on 2025-11-29',
    'unconfirmed-hours 000005_PO never confirmed',
  ]);
});
