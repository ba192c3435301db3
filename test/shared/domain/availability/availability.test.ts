import { describe, expect, it } from 'vitest';
import { openAvailability } from '../../../../shared/domain/availability/availability.ts';
import type { Overlay } from '../../../../shared/domain/availability/overlay.ts';
import { catalogueInMemory } from '../../../../shared/domain/location/catalogue/catalogue.ts';
import type { RowSelection } from '../../../../shared/domain/location/catalogue/catalogue-index.ts';
import { postOffices } from '../../../support/networks/network-records.ts';

const catalogue = catalogueInMemory('one', postOffices(40), []);
const now = new Date('2026-12-24T00:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const row = (location_code: string, minutes: number) => ({
  location_code,
  accepting: false,
  reason: 'FULL' as const,
  until: later(minutes).toISOString(),
  as_of: '2026-12-24T09:00:00+11:00',
  received_at: now.toISOString(),
});
const overlay: Overlay = {
  updated_at: '2026-12-23T23:59:00.000Z',
  rows: [
    row('000002_PO', 10),
    row('000030_PO', 20),
    row('NEW', 15),
    {
      location_code: '000003_PO',
      accepting: true,
      as_of: '2026-12-24T10:00:00+11:00',
      received_at: now.toISOString(),
    },
  ],
};

const codesOf = (selection: RowSelection) => {
  const { total, page } = catalogue.search({ filter: {}, selections: [selection], offset: 0, size: 100 });
  const codes = [...page].map(({ location }) => location.locationCode);
  expect(codes).toHaveLength(total);
  return codes;
};
const all = [...catalogue.search({ filter: {}, offset: 0, size: 100 }).page].map(
  ({ location }) => location.locationCode,
);
const without = (...codes: string[]) => all.filter((code) => !codes.includes(code));

describe('the availability of locations', () => {
  const availability = openAvailability(overlay, 'etag');

  it('excludes locations with a report until the report expires, which needs no event', () => {
    expect(codesOf(availability.accepting(now))).toEqual(without('000002_PO', '000030_PO'));
    expect(codesOf(availability.accepting(later(10)))).toEqual(without('000030_PO'));
    expect(codesOf(availability.accepting(later(20)))).toEqual(all);
    expect(codesOf(availability.accepting(now))).toEqual(without('000002_PO', '000030_PO'));
  });

  it("shows a location's report, or that there is none", () => {
    expect(availability.of('000002_PO', now)).toEqual({
      accepting: false,
      reason: 'FULL',
      until: later(10).toISOString(),
      as_of: '2026-12-24T09:00:00+11:00',
    });
    const none = { accepting: true, as_of: overlay.updated_at };
    expect(availability.of('000002_PO', later(10))).toEqual(none);
    expect(availability.of('000001_PO', now)).toEqual(none);
    expect(availability.of('000003_PO', now)).toEqual({
      accepting: true,
      as_of: '2026-12-24T10:00:00+11:00',
    });
  });

  it('has a tag that changes only when a report expires or the overlay changes', () => {
    const tags = [0, 9, 10, 14, 15, 19, 20, 500].map((minutes) => availability.tag(later(minutes)));
    expect(new Set(tags).size).toBe(4);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[1]).not.toBe(tags[2]);
    expect(openAvailability(overlay, 'other').tag(now)).not.toBe(tags[0]);
  });
});
