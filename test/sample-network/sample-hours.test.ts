import { describe, expect, it } from 'vitest';
import { locationRecord } from '../../shared/domain/importing/location-record.ts';
import { busiestWeekday } from '../../shared/domain/location/hours/checks.ts';
import type { HourEntry } from '../../shared/domain/location/hours/entries.ts';
import { sampleLocationLines } from './location-lines.ts';
import { sampleServices } from './service-lines.ts';

const locations = [...sampleLocationLines()].map((line) => locationRecord.parse(line));
const offices = locations.filter(({ type }) => type === 'PO');
const withCounters = locations.filter(({ type }) => ['PO', 'DC', 'OS'].includes(type));

const ofType = (hours: readonly HourEntry[], type: HourEntry['type']) =>
  hours.filter((entry) => entry.type === type);

/** Closures of the sample by state, as governments have published them for 2027. */
const closures: Readonly<Record<string, string>> = {
  ACT: '25–28/12/2026, 01/01, 26/01, 08/03, 26–29/03, 25–26/04, 31/05, 14/06, 04/10, 25–28/12',
  NSW: '25–28/12/2026, 01/01, 26/01, 26–29/03, 25–26/04, 14/06, 04/10, 25–28/12',
  NT: '25–28/12/2026, 01/01, 26/01, 26–29/03, 25–26/04, 03/05, 14/06, 02/08, 25–28/12',
  QLD: '25–28/12/2026, 01/01, 26/01, 26–29/03, 25–26/04, 03/05, 04/10, 25–28/12',
  SA: '25–28/12/2026, 01/01, 26/01, 08/03, 26–29/03, 25–26/04, 14/06, 04/10, 25–28/12',
  TAS: '25–28/12/2026, 01/01, 26/01, 08/03, 26–29/03, 25/04, 14/06, 25–28/12',
  VIC: '25–28/12/2026, 01/01, 26/01, 08/03, 26–29/03, 25/04, 14/06, 02/11, 25–28/12',
  WA: '25–28/12/2026, 01/01, 26/01, 01/03, 26–29/03, 25–26/04, 07/06, 27/09, 25–28/12',
};

/** `25–28/12/2026`, or without the year in 2027. */
const formatClosure = ({ startDate = '', endDate = '' }: HourEntry): string =>
  `${startDate === endDate ? '' : `${startDate.slice(0, 2)}–`}${endDate.replace('/2027', '')}`;

describe('the hours of the sample', () => {
  it('close every location with a counter on the public holidays of its state', () => {
    for (const { locationCode, addresses, hours } of withCounters) {
      const closed = ofType(hours, 'SPECIAL_CLOSED').map(formatClosure).join(', ');
      expect(closed, locationCode).toBe(closures[addresses[0].state]);
    }
    expect(new Set(withCounters.map(({ addresses }) => addresses[0].state))).toEqual(
      new Set(Object.keys(closures)),
    );
  });

  it('close no locker or street post box on a holiday', () => {
    const others = locations.filter((location) => !withCounters.includes(location));
    expect(others.filter(({ hours }) => ofType(hours, 'SPECIAL_CLOSED').length > 0)).toEqual([]);
  });

  it('end early in post offices on the day before Christmas', () => {
    for (const { hours } of offices) {
      expect(ofType(hours, 'SPECIAL_HOURS')).toEqual([
        expect.objectContaining({ startDate: '24/12/2026', endDate: '24/12/2026', endTime: '13:00' }),
        expect.objectContaining({ startDate: '24/12/2027', endDate: '24/12/2027', endTime: '13:00' }),
      ]);
    }
  });

  it('have a lunch in some post offices, and a special lunch in some of these', () => {
    const closingForLunch = offices.filter(({ hours }) => ofType(hours, 'LUNCH').length > 0);
    const withSpecialLunch = offices.filter(({ hours }) => ofType(hours, 'SPECIAL_LUNCH').length > 0);
    expect(closingForLunch.length).toBeGreaterThan(200);
    expect(closingForLunch.length).toBeLessThan(offices.length / 2);
    expect(withSpecialLunch.length).toBeGreaterThan(100);
    expect(withSpecialLunch.length).toBeLessThan(closingForLunch.length);
    expect(withSpecialLunch.filter((office) => !closingForLunch.includes(office))).toEqual([]);
    for (const { locationCode, hours } of closingForLunch) {
      expect(
        ofType(hours, 'LUNCH').map(({ weekday }) => weekday),
        locationCode,
      ).toEqual(ofType(hours, 'HOURS').map(({ weekday }) => weekday));
    }
  });

  it('have a parcel window wherever a location offers collection at one', () => {
    const atWindow = sampleServices.filter(({ line }) => line.hours_from === 'HATCH').map(({ code }) => code);
    const offering = locations.filter(({ services }) => services.some(({ code }) => atWindow.includes(code)));
    expect(offering.length).toBeGreaterThan(300);
    for (const { locationCode, hours, hatchDescription } of offering) {
      expect(ofType(hours, 'HATCH').length, locationCode).toBeGreaterThan(0);
      expect(hatchDescription, locationCode).toBeTruthy();
    }
    // So that a window shown with the hours of the counter is noticed.
    const [office] = offering.filter(({ type }) => type === 'PO');
    const opensAt = (type: HourEntry['type']) => ofType(office?.hours ?? [], type)[0]?.startTime;
    expect(opensAt('HATCH')).not.toBe(opensAt('HOURS'));
  });

  it('are their own for some services, and differ from those of the location', () => {
    const services = locations.flatMap(({ hours, services: offered }) =>
      offered.map(({ code, hours: own = [] }) => ({ code, own, hours })),
    );
    const withOwn = services.filter(({ own }) => own.length > 0);
    const codes = new Set(withOwn.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(2);
    for (const code of codes) {
      const offered = services.filter((service) => service.code === code);
      expect(offered.some(({ own }) => own.length === 0)).toBe(true);
    }
    const withoutDefault = sampleServices.filter(({ line }) => line.hours_from === undefined);
    expect(withoutDefault.some(({ code }) => codes.has(code))).toBe(true);
    for (const { own, hours } of withOwn) {
      expect(ofType(own, 'HOURS').length).toBeGreaterThan(0);
      expect(ofType(own, 'HOURS')).not.toEqual(ofType(hours, 'HOURS'));
    }
  });

  it('have no more entries a weekday than imports accept', () => {
    for (const { hours, services } of locations) {
      for (const entries of [hours, ...services.map(({ hours: own = [] }) => own)]) {
        expect(busiestWeekday(entries).entries).toBeLessThanOrEqual(12);
      }
    }
  });
});
