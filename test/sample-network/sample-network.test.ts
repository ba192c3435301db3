import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type SampleKind, sampleFile, sampleKinds } from '../../infra/local/start/first-start.ts';
import coast from '../../infra/portal/base-map/coast.json' with { type: 'json' };
import { decodeRing } from '../../infra/portal/base-map/coast.ts';
import { checkReference } from '../../shared/domain/billing/bill-validation.ts';
import { patternMatcher } from '../../shared/domain/billing/reference-pattern.ts';
import { billerRecord, billTypeRecord } from '../../shared/domain/importing/biller-record.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { holidayRecord } from '../../shared/domain/importing/holiday-record.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import { auditNetwork } from '../../shared/domain/location/audit.ts';
import { busiestWeekday } from '../../shared/domain/location/hours/checks.ts';
import type { HourEntry } from '../../shared/domain/location/hours/entries.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { locationTypes } from '../../shared/domain/location/location-types.ts';
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
const offices = locations.filter(({ type }) => type === 'PO');
const withCounters = locations.filter(({ type }) => ['PO', 'DC', 'OS'].includes(type));
const servicesFrom = (source: string | undefined) =>
  sampleServices.filter(({ line }) => line.hours_from === source).map(({ code }) => code);

it.each(sampleKinds)('the file of %s is up to date, so npm run sample would not change it', async (kind) => {
  // Compared as a boolean, because a failing `toBe` would print both files.
  expect((await textOf(kind)) === sampleText(kind)).toBe(true);
});

describe('the sample network', () => {
  it('has a few thousand locations with unique codes, of every type', () => {
    expect(locations.length).toBeGreaterThan(3_000);
    expect(new Set(locations.map(({ locationCode }) => locationCode)).size).toBe(locations.length);
    expect(new Set(locations.map(({ type }) => type))).toEqual(new Set(locationTypes));
  });

  it('has postcodes that match their state', () => {
    const postcodes = {
      ACT: /^2[69]/,
      NSW: /^2/,
      NT: /^0/,
      QLD: /^4/,
      SA: /^5/,
      TAS: /^7/,
      VIC: /^3/,
      WA: /^6/,
    };
    const byState = Map.groupBy(locations, ({ addresses: [{ state }] }) => state);
    expect(new Set(byState.keys())).toEqual(new Set(Object.keys(postcodes)));
    for (const [state, postcode] of Object.entries(postcodes))
      for (const { addresses } of byState.get(state) ?? []) expect(addresses[0].postcode).toMatch(postcode);
  });

  it('uses locker access codes that match in both versions', () => {
    const usageTypes = { AL: '1', RD: '2', UD: undefined };
    const lockers = locations.filter(({ type }) => type === 'UPL');
    const codes = Map.groupBy(lockers, ({ accessRestrictionCode }) => accessRestrictionCode);
    expect(new Set(codes.keys())).toEqual(new Set(Object.keys(usageTypes)));
    for (const [code, usageType] of Object.entries(usageTypes))
      expect(new Set(codes.get(code)?.map((locker) => locker.usageType))).toEqual(new Set([usageType]));
    const others = locations.filter(({ type }) => type !== 'UPL');
    expect(others.filter((other) => other.usageType ?? other.accessRestrictionCode)).toEqual([]);
  });

  it('has fax numbers for some post offices', () => {
    const withFax = offices.filter(({ faxNumber }) => faxNumber !== undefined);
    expect(withFax.length).toBeGreaterThan(100);
    expect(withFax.length).toBeLessThan(offices.length / 2);
    expect(withFax.filter(({ faxNumber, phoneNumber }) => faxNumber === phoneNumber)).toEqual([]);
  });

  it('offers only services in its catalogue', () => {
    const codes = new Set(services.map(({ serviceCode }) => serviceCode));
    expect(codes.size).toBe(sampleServices.length);
    const offered = locations.flatMap((location) => location.services);
    expect(offered.filter(({ code }) => !codes.has(code))).toEqual([]);
    expect(services.map(({ details }) => details)).toContain('Bring the card we left you and photo ID.');
  });

  it('has only billers whose bill types are listed', async () => {
    const types = new Set((await linesOf('bill-types')).map((line) => billTypeRecord.parse(line).code));
    const billers = (await linesOf('billers')).map((line) => billerRecord.parse(line));
    expect(billers.length).toBeGreaterThan(100);
    expect(billers.filter(({ billType }) => !types.has(billType))).toEqual([]);
  });

  it('has billers with every check-digit scheme, each with a valid reference', async () => {
    const billers = (await linesOf('billers')).map((line) => billerRecord.parse(line));
    const schemes = new Set(billers.map(({ reference: { checkDigit } }) => checkDigit));
    expect(schemes).toEqual(new Set([undefined, 'MOD10V01', 'MOD10V05', 'WEIGHTED']));
    for (const { code, reference } of billers) {
      const { pattern = '', examples = [] } = reference;
      expect(examples, code).toHaveLength(reference.checkDigit === undefined ? 0 : 1);
      for (const example of examples) {
        const checks = checkReference(reference, example, patternMatcher(pattern));
        expect(new Set(checks.map(({ result }) => result)), code).toEqual(new Set(['PASSED']));
      }
    }
  });
});

describe('the places of the sample', () => {
  type Position = Location['coordinates'];
  const sidesAt = new Map<number, { from: readonly number[]; to: readonly number[] }[]>();
  for (const ring of coast.served.map((each) => decodeRing(each, coast.digits)))
    for (const [index, to] of ring.entries()) {
      const from = ring.at(index - 1) ?? to;
      const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])].map(Math.floor);
      for (let degree = west ?? 0; degree <= (east ?? 0); degree++) {
        const sides = sidesAt.get(degree) ?? [];
        sidesAt.set(degree, sides);
        sides.push({ from, to });
      }
    }

  /** Whether the outline has land at the position, determined by the sides that a line to the south crosses. */
  const isOnLand = ({ lat, lon }: Position): boolean => {
    let crossed = 0;
    for (const { from, to } of sidesAt.get(Math.floor(lon)) ?? []) {
      const [[fromLon = 0, fromLat = 0], [toLon = 0, toLat = 0]] = [from, to];
      if (fromLon > lon === toLon > lon) continue;
      if (fromLat + ((toLat - fromLat) * (lon - fromLon)) / (toLon - fromLon) < lat) crossed++;
    }
    return crossed % 2 === 1;
  };

  it('are on land in the outline that the map draws', () => {
    const inTheWater = locations.filter(({ coordinates }) => !isOnLand(coordinates));
    expect(inTheWater.map(({ locationCode }) => locationCode)).toEqual([]);
    // Ensures that the test does not accept every position as land.
    expect(isOnLand({ lat: -40.2, lon: 146 })).toBe(false);
  });

  it('are within 3 km of each other in each suburb, at different positions', () => {
    const kmBetween = (one: Position, other: Position): number => {
      const degreesEast = (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180);
      return Math.hypot(one.lat - other.lat, degreesEast) * 111.2;
    };
    const suburbs = Map.groupBy(locations, ({ addresses: [{ suburb, state }] }) => `${suburb} ${state}`);
    expect(suburbs.size).toBe(1_100);
    for (const [suburb, places] of suburbs) {
      const gaps = places.flatMap((one) =>
        places.map((other) => kmBetween(one.coordinates, other.coordinates)),
      );
      expect(Math.max(...gaps), suburb).toBeLessThan(3);
    }
    const positions = locations.map(({ coordinates: { lat, lon } }) => `${lat} ${lon}`);
    expect(new Set(positions).size).toBeGreaterThan(locations.length * 0.99);
  });

  it('have one to three address lines, of which the last is the street', () => {
    const lines = locations.map(({ addresses: [{ addressLine1, addressLine2, addressLine3 }] }) =>
      [addressLine1, addressLine2, addressLine3].filter((line) => line !== undefined),
    );
    const numberWith = (count: number) => lines.filter(({ length }) => length === count).length;
    expect(numberWith(2)).toBeGreaterThan(300);
    expect(numberWith(3)).toBeGreaterThan(50);
    expect(numberWith(1)).toBeGreaterThan(numberWith(2) + numberWith(3));
    for (const each of lines) expect(each.at(-1)).toMatch(/^\d+ [A-Z]/);
  });

  it('have a delivery point for the location, for its address or for both', () => {
    const numberOf = { both: 0, location: 0, address: 0, neither: 0 };
    for (const { deliveryPointId: ofLocation, addresses } of locations) {
      const ofAddress = addresses[0].deliveryPointId;
      numberOf[ofLocation ? (ofAddress ? 'both' : 'location') : ofAddress ? 'address' : 'neither'] += 1;
      if (ofLocation && ofAddress) expect(ofAddress).toBe(String(ofLocation));
    }
    expect(numberOf.both).toBeGreaterThan(locations.length / 2);
    expect(Math.min(numberOf.location, numberOf.address)).toBeGreaterThan(locations.length / 20);
    expect(numberOf.neither).toBe(0);
  });
});

describe('the plans of the sample', () => {
  it('include a closure with its successor, and an opening', () => {
    const planned = locations.filter(({ opensOn, closesOn }) => opensOn ?? closesOn);
    expect(planned).toMatchObject([
      { locationCode: '310005_PO', closesOn: '2027-06-30' },
      { locationCode: '319000_PO', opensOn: '2027-07-01' },
    ]);
    const successors = locations.filter(({ formerCodes = [] }) => formerCodes.includes('310005_PO'));
    expect(successors).toMatchObject([{ locationCode: '310004_PO' }]);
  });

  it('contain a few problems for the audit to report', async () => {
    const holidays = (await linesOf('holidays')).map((line) => holidayRecord.parse(line));
    expect(new Set(holidays.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(['2026', '2027']));
    const network = { locations, capabilities: services, places: [], holidays };
    const found = Map.groupBy(auditNetwork(network, new Date('2026-11-28')), ({ kind }) => kind);
    const counts = Object.fromEntries([...found].map(([kind, findings]) => [kind, findings.length]));
    expect(counts).toEqual({ 'holiday-hours': 12, duplicate: 1, 'unconfirmed-hours': 12 });
  });
});

describe('the hours of the sample', () => {
  const ofType = (hours: readonly HourEntry[], type: HourEntry['type']) =>
    hours.filter((entry) => entry.type === type);

  it("close counters, but no lockers or street post boxes, on the state's public holidays", () => {
    for (const { locationCode, hours } of withCounters)
      expect(ofType(hours, 'SPECIAL_CLOSED').length, locationCode).toBeGreaterThan(6);
    const others = locations.filter((location) => !withCounters.includes(location));
    expect(others.filter(({ hours }) => ofType(hours, 'SPECIAL_CLOSED').length > 0)).toEqual([]);
  });

  it('include a lunch break for some post offices, and a special lunch break for some of these', () => {
    const closingForLunch = offices.filter(({ hours }) => ofType(hours, 'LUNCH').length > 0);
    const withSpecialLunch = offices.filter(({ hours }) => ofType(hours, 'SPECIAL_LUNCH').length > 0);
    expect(closingForLunch.length).toBeGreaterThan(200);
    expect(closingForLunch.length).toBeLessThan(offices.length / 2);
    expect(withSpecialLunch.length).toBeGreaterThan(100);
    expect(withSpecialLunch.length).toBeLessThan(closingForLunch.length);
    expect(withSpecialLunch.filter((office) => !closingForLunch.includes(office))).toEqual([]);
  });

  it('include a parcel window for each location that offers collection at a window', () => {
    const atWindow = servicesFrom('HATCH');
    const offering = locations.filter((each) => each.services.some(({ code }) => atWindow.includes(code)));
    expect(offering.length).toBeGreaterThan(300);
    for (const { locationCode, hours, hatchDescription } of offering) {
      expect(ofType(hours, 'HATCH').length, locationCode).toBeGreaterThan(0);
      expect(hatchDescription, locationCode).toBeTruthy();
    }
    // The hours must differ, so that tests notice if a window is shown with the counter's hours.
    const [office] = offering.filter(({ type }) => type === 'PO');
    const opensAt = (type: HourEntry['type']) => ofType(office?.hours ?? [], type)[0]?.startTime;
    expect(opensAt('HATCH')).not.toBe(opensAt('HOURS'));
  });

  it("differ from the location's for some services at some locations", () => {
    const offered = locations.flatMap((location) =>
      location.services.map(({ code, hours: own = [] }) => ({ code, own, hours: location.hours })),
    );
    const withOwn = offered.filter(({ own }) => own.length > 0);
    const codes = new Set(withOwn.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(2);
    for (const code of codes)
      expect(offered.some((each) => each.code === code && each.own.length === 0)).toBe(true);
    expect(servicesFrom(undefined).some((code) => codes.has(code))).toBe(true);
    for (const { own, hours } of withOwn) {
      expect(ofType(own, 'HOURS').length).toBeGreaterThan(0);
      expect(ofType(own, 'HOURS')).not.toEqual(ofType(hours, 'HOURS'));
    }
  });

  it('have no more entries per weekday than imports accept', () => {
    for (const { hours, services } of locations)
      for (const entries of [hours, ...services.map(({ hours: own = [] }) => own)])
        expect(busiestWeekday(entries).entries).toBeLessThanOrEqual(12);
  });
});
