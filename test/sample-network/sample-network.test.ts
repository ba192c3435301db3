import { describe, expect, it } from 'vitest';
import { sampleLines } from '../../infra/local/sample/sample.ts';
import { importKinds } from '../../shared/data-access/importing/record-kinds.ts';
import { billerRecord, billTypeRecord } from '../../shared/domain/importing/biller-record.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import { locationTypes } from '../../shared/domain/location/location-types.ts';
import { sampleBillerLines, sampleBillTypeLines } from './biller-lines.ts';
import { sampleLocationLines } from './location-lines.ts';
import { sampleText } from './sample-records.ts';
import { sampleServices } from './service-lines.ts';

const firstDigitOfState: Readonly<Record<string, RegExp>> = {
  ACT: /^2[69]/,
  NSW: /^2/,
  NT: /^0/,
  QLD: /^4/,
  SA: /^5/,
  TAS: /^7/,
  VIC: /^3/,
  WA: /^6/,
};

describe('the sample network', () => {
  const locations = [...sampleLocationLines()].map((line) => locationRecord.parse(line));
  const services = sampleServices.map(({ line }) => capabilityRecord.parse(line));

  it('has a few thousand locations of every type, each of its own code', () => {
    expect(locations.length).toBeGreaterThan(3_000);
    expect(new Set(locations.map(({ locationCode }) => locationCode)).size).toBe(locations.length);
    expect(new Set(locations.map(({ type }) => type))).toEqual(new Set(locationTypes));
  });

  it('is the same in every run', () => {
    expect([...sampleLocationLines(30)]).toEqual([...sampleLocationLines(30)]);
    expect([...sampleBillerLines()]).toEqual([...sampleBillerLines()]);
  });

  it.each(importKinds)('is in the file of %s as it is drawn', async (kind) => {
    const lines = await Array.fromAsync(
      sampleLines(kind),
      ({ bytes = new Uint8Array() }) => `${Buffer.from(bytes)}\n`,
    );
    // `npm run sample` writes the files.
    expect(lines.join('') === sampleText(kind)).toBe(true);
  });

  it('lies in Australia, with postcodes of the right state', () => {
    for (const { coordinates, addresses, locationCode } of locations) {
      expect(coordinates.lat, locationCode).toSatisfy((lat: number) => lat > -44.5 && lat < -9);
      expect(coordinates.lon, locationCode).toSatisfy((lon: number) => lon > 112 && lon < 160);
      const [address] = addresses;
      expect(address.postcode, `${locationCode} ${address.suburb}`).toMatch(
        firstDigitOfState[address.state] ?? /^$/,
      );
    }
  });

  it('says who may use a locker in the codes of both versions alike', () => {
    const usageTypes = { AL: '1', RD: '2', UD: undefined };
    const lockers = locations.filter(({ type }) => type === 'UPL');
    const codes = Map.groupBy(lockers, ({ accessRestrictionCode }) => accessRestrictionCode);
    expect(new Set(codes.keys())).toEqual(new Set(Object.keys(usageTypes)));
    for (const [code, usageType] of Object.entries(usageTypes)) {
      expect(new Set(codes.get(code)?.map((locker) => locker.usageType))).toEqual(new Set([usageType]));
    }
    const others = locations.filter(({ type }) => type !== 'UPL');
    expect(others.filter((other) => other.usageType ?? other.accessRestrictionCode)).toEqual([]);
  });

  it('has fax numbers at some post offices', () => {
    const offices = locations.filter(({ type }) => type === 'PO');
    const withFax = offices.filter(({ faxNumber }) => faxNumber !== undefined);
    expect(withFax.length).toBeGreaterThan(100);
    expect(withFax.length).toBeLessThan(offices.length / 2);
    expect(withFax.filter(({ faxNumber, phoneNumber }) => faxNumber === phoneNumber)).toEqual([]);
  });

  it('asks for the card and photo ID when a parcel is collected', () => {
    const details = services.map((service) => service.details);
    expect(details).toContain('Bring the card we left you and photo ID.');
  });

  it('offers services of its own catalogue only', () => {
    const codes = new Set(services.map(({ serviceCode }) => serviceCode));
    expect(codes.size).toBe(sampleServices.length);
    expect(locations.flatMap((location) => location.services).filter(({ code }) => !codes.has(code))).toEqual(
      [],
    );
  });

  it('has billers whose types it lists', () => {
    const types = new Set(sampleBillTypeLines.map((line) => billTypeRecord.parse(line).code));
    const billers = [...sampleBillerLines()].map((line) => billerRecord.parse(line));
    expect(billers.length).toBeGreaterThan(100);
    expect(billers.filter(({ billType }) => !types.has(billType))).toEqual([]);
  });
});
