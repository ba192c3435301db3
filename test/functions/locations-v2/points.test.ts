import { describe, expect, it } from 'vitest';
import { toPoint } from '../../../functions/locations-v2/points.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { locationLine } from '../../support/networks/import-lines.ts';

const shown = (record: Readonly<Record<string, unknown>>) =>
  toPoint(locationRecord.parse(locationLine('A', record)));

describe("a point's hours", () => {
  const special = (record: object) => ({ type: 'SPECIAL_CLOSED', ...record });
  const weekdaysOf = (...hours: object[]) => shown({ hours }).hours.map(({ weekday }) => weekday);

  it('include the weekday of a special entry for a single day', () => {
    expect(
      weekdaysOf(
        special({ start_date: '24/12/2026', end_date: '24/12/2026' }),
        special({ start_date: '29/02/2028', end_date: '29/02/2028' }),
        special({ start_date: '27/12/2026', end_date: '27/12/2026', weekday: 6 }),
      ),
    ).toEqual([3, 1, 6]);
  });

  it('include the weekday of a special entry for several days only if it was imported', () => {
    expect(
      weekdaysOf(
        special({ start_date: '24/12/2026', end_date: '25/12/2026' }),
        special({ start_date: '24/11/2026', end_date: '30/12/2026', weekday: 5 }),
      ),
    ).toEqual([undefined, 5]);
  });
});

it('omits suburb, state and postcode if the source has none', () => {
  const { address } = shown({ addresses: [{ address_line_1: '1 Main Road', suburb: ' ' }] });
  expect(address).toMatchObject({ suburb: undefined, state: undefined, postcode: undefined });
});

describe("a point's delivery point id", () => {
  const idOf = (ofLocation: number | undefined, ofAddress: string | undefined) =>
    shown({
      delivery_point_id: ofLocation,
      addresses: [
        { type: 'PARCEL_COLLECT', address_line_1: 'Locker', delivery_point_id: '1' },
        { address_line_1: '1 Main Road', delivery_point_id: ofAddress },
      ],
    }).delivery_point_id;

  it('comes from the location or, if it has none, from its principal address', () => {
    expect(idOf(77, '12345')).toBe(77);
    expect(idOf(undefined, '12345')).toBe(12_345);
    expect(idOf(undefined, undefined)).toBeUndefined();
  });

  it.each(['1234567890', 'A1', '-1', '1.0'])('ignores the address id %s', (id) => {
    expect(idOf(undefined, id)).toBeUndefined();
  });
});
