import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type SampleKind, sampleFile, sampleKinds } from '../../infra/local/start/first-start.ts';
import { checkReference } from '../../shared/domain/billing/bill-validation.ts';
import { patternMatcher } from '../../shared/domain/billing/reference-pattern.ts';
import { billerRecord, billTypeRecord } from '../../shared/domain/importing/biller-record.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { holidayRecord } from '../../shared/domain/importing/holiday-record.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import { auditNetwork } from '../../shared/domain/location/audit.ts';
import type { HourEntry } from '../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { locationTypes } from '../../shared/domain/location/location-types.ts';
import { isOnLand, type Position } from './places.ts';
import { sampleText } from './sample-records.ts';
import { sampleServices } from './service-lines.ts';

const textOf = async (kind: SampleKind) => gunzipSync(await readFile(sampleFile(kind))).toString();
const linesOf = async (kind: SampleKind): Promise<unknown[]> =>
  (await textOf(kind))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const locations = (await linesOf('locations')).map((line) => locationRecord.parse(line));
const services = (await linesOf('services')).map((line) => capabilityRecord.parse(line));
const billers = (await linesOf('billers')).map((line) => billerRecord.parse(line));
const billTypes = new Set((await linesOf('bill-types')).map((line) => billTypeRecord.parse(line).code));

const ofType = (hours: readonly HourEntry[], type: HourEntry['type']) =>
  hours.filter((entry) => entry.type === type);
const has = ({ hours }: Pick<Location, 'hours'>, type: HourEntry['type']) => ofType(hours, type).length > 0;
const linesOfAddress = ({ addresses: [{ addressLine1, addressLine2, addressLine3 }] }: Location) =>
  [addressLine1, addressLine2, addressLine3].filter((line) => line !== undefined);
const codesAtWindow = sampleServices.flatMap(({ code, line }) => (line.hours_from === 'HATCH' ? [code] : []));
const withWindow = locations.filter((each) => each.services.some(({ code }) => codesAtWindow.includes(code)));
const offered = locations.flatMap((location) =>
  location.services.map((service) => ({ location, ...service })),
);
const withOwnHours = offered.filter(({ hours = [] }) => hours.length > 0);

it.each(sampleKinds)('the file of %s is up to date, so npm run sample would not change it', async (kind) => {
  // Compared as a boolean, because a failing `toBe` would print both files.
  expect((await textOf(kind)) === sampleText(kind)).toBe(true);
});

const firstDigits = { ACT: '2[69]', NSW: '2', NT: '0', QLD: '4', SA: '5', TAS: '7', VIC: '3', WA: '6' };
const postcodes: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(firstDigits).map(([state, first]) => [state, new RegExp(`^${first}`)]),
);
const usageTypes = new Map(Object.entries({ AL: '1', RD: '2', UD: undefined }));

const kmBetween = (one: Position, other: Position): number => {
  const degreesEast = (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(one.lat - other.lat, degreesEast) * 111.2;
};
const suburbs = Map.groupBy(locations, ({ addresses: [{ suburb, state }] }) => `${suburb} ${state}`);

/** Records with a flaw, by kind of flaw. */
const flaws: Readonly<Record<string, readonly unknown[]>> = {
  'postcodes of another state': locations.filter(
    ({ addresses: [{ state, postcode }] }) => !postcodes[state]?.test(postcode ?? ''),
  ),
  'access codes that differ between the versions, or are not of lockers': locations.filter(
    ({ type, accessRestrictionCode: code, usageType }) =>
      type === 'UPL'
        ? !usageTypes.has(code ?? '') || usageTypes.get(code ?? '') !== usageType
        : (code ?? usageType) !== undefined,
  ),
  'services that its catalogue lacks': offered.filter(
    ({ code }) => !services.some(({ serviceCode }) => serviceCode === code),
  ),
  'billers whose bill type is not listed': billers.filter(({ billType }) => !billTypes.has(billType)),
  'billers with a check digit and no valid example': billers.filter(({ reference }) => {
    const { pattern = '', checkDigit } = reference;
    const examples = [reference.examples ?? []].flat();
    const checks = examples.flatMap((each) => checkReference(reference, each, patternMatcher(pattern)));
    const isValid = checks.every(({ result }) => result === 'PASSED');
    return !isValid || examples.length !== (checkDigit === undefined ? 0 : 1);
  }),
  'locations in the water': locations.filter(({ coordinates }) => !isOnLand(coordinates)),
  'locations of a suburb that are 3 km apart': [...suburbs.values()].flatMap((all) =>
    all.filter((one) => all.some((other) => kmBetween(one.coordinates, other.coordinates) >= 3)),
  ),
  'addresses whose last line is not the street': locations.filter(
    (each) => !/^\d+ [A-Z]/.test(linesOfAddress(each).at(-1) ?? ''),
  ),
  'locations without a delivery point, or with two different ones': locations.filter(
    ({ deliveryPointId: own, addresses: [{ deliveryPointId: ofAddress }] }) =>
      own && ofAddress ? ofAddress !== String(own) : !own && !ofAddress,
  ),
  'counters that open on public holidays, or other locations that close': locations.filter((each) => {
    const closures = ofType(each.hours, 'SPECIAL_CLOSED').length;
    return ['PO', 'DC', 'OS'].includes(each.type) ? closures <= 6 : closures > 0;
  }),
  'collection at a window that has no hours or description': withWindow.filter(
    (each) => !has(each, 'HATCH') || !each.hatchDescription,
  ),
  'special lunch breaks at locations that do not close for lunch': locations.filter(
    (each) => has(each, 'SPECIAL_LUNCH') && !has(each, 'LUNCH'),
  ),
};

describe('the sample network', () => {
  it('has a few thousand locations with unique codes, of every type, in 1,100 suburbs of every state', () => {
    expect(locations.length).toBeGreaterThan(3_000);
    expect(new Set(locations.map(({ locationCode }) => locationCode)).size).toBe(locations.length);
    expect(new Set(locations.map(({ type }) => type))).toEqual(new Set(locationTypes));
    expect(suburbs.size).toBe(1_100);
    const states = new Set(locations.map(({ addresses: [{ state }] }) => state));
    expect(states).toEqual(new Set(Object.keys(postcodes)));
  });

  it.each(Object.entries(flaws))('has no %s', (_, found) => {
    expect(found).toEqual([]);
  });

  it('varies what responses show', () => {
    const countOf = (isMeant: (location: Location) => unknown) => locations.filter(isMeant).length;
    const counts = {
      fax: countOf(({ faxNumber }) => faxNumber),
      'second address line': countOf(({ addresses: [{ addressLine2 }] }) => addressLine2),
      'third address line': countOf(({ addresses: [{ addressLine3 }] }) => addressLine3),
      'delivery point of the location only': countOf(({ addresses: [first] }) => !first.deliveryPointId),
      'delivery point of the address only': countOf(({ deliveryPointId }) => !deliveryPointId),
      'lunch break': countOf((each) => has(each, 'LUNCH')),
      'special lunch break': countOf((each) => has(each, 'SPECIAL_LUNCH')),
      'collection at a window': withWindow.length,
      'service with its own hours': withOwnHours.length,
    };
    for (const [what, count] of Object.entries(counts)) {
      expect(count, what).toBeGreaterThan(50);
      expect(count, what).toBeLessThan(locations.length / 2);
    }
    const schemes = new Set(billers.map(({ reference: { checkDigit } }) => checkDigit));
    expect(schemes).toEqual(new Set([undefined, 'MOD10V01', 'MOD10V05', 'WEIGHTED']));
  });

  it.each([
    ['Bondi Junction', -33.893, 151.25, true],
    ['the interior of Tasmania', -42.1, 146.6, true],
    ['Kangaroo Island', -35.83, 137.2, true],
    ["K'gari", -25.2, 153.15, true],
    ['the sea off Sydney Harbour', -33.83, 151.32, false],
    ['Port Phillip Bay', -38.1, 144.85, false],
    ['the Gulf of Carpentaria', -14, 139, false],
    ['Bass Strait', -40.2, 146, false],
  ])('is drawn on a map that shows land at %s: %f, %f: %s', (_, lat, lon, isLand) => {
    expect(isOnLand({ lat, lon })).toBe(isLand);
  });

  it('has hours of windows and services that differ from those of their location', () => {
    const usual = (hours: readonly HourEntry[] = []) => ofType(hours, 'HOURS');
    for (const { hours, location } of withOwnHours) expect(usual(hours)).not.toEqual(usual(location.hours));
    const [office] = withWindow.filter(({ type }) => type === 'PO');
    const opensAt = (type: HourEntry['type']) => ofType(office?.hours ?? [], type)[0]?.startTime;
    expect(opensAt('HATCH')).not.toBe(opensAt('HOURS'));
  });

  it('has a closure with its successor, and an opening', () => {
    const planned = locations.filter(({ opensOn, closesOn }) => opensOn ?? closesOn);
    expect(planned).toMatchObject([
      { locationCode: '310005_PO', closesOn: '2027-06-30' },
      { locationCode: '319000_PO', opensOn: '2027-07-01' },
    ]);
    const successors = locations.filter(({ formerCodes = [] }) => formerCodes.includes('310005_PO'));
    expect(successors).toMatchObject([{ locationCode: '310004_PO' }]);
  });

  it('has a few problems for the audit to report', async () => {
    const holidays = (await linesOf('holidays')).map((line) => holidayRecord.parse(line));
    expect(new Set(holidays.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(['2026', '2027']));
    const network = { locations, capabilities: services, places: [], holidays };
    const found = Map.groupBy(auditNetwork(network, new Date('2026-11-28')), ({ kind }) => kind);
    const counts = Object.fromEntries([...found].map(([kind, findings]) => [kind, findings.length]));
    expect(counts).toEqual({ 'holiday-hours': 12, duplicate: 1, 'unconfirmed-hours': 12 });
  });
});
